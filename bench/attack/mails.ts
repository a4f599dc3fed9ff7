import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, type Result, runsEnded, type Target } from './target.ts';

/** Sends mails to the target's automation and waits until they are processed. */
export async function sendHostile(target: Target, mails: Record<string, string>): Promise<Result> {
	const wrong: string[] = [];
	const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
	for (const [name, raw] of Object.entries(mails)) {
		const id = `Message-ID: <${name.replaceAll(' ', '-')}@x>\r\n`;
		await client.send('ann@customers.example', target.address, id + raw).catch((error: unknown) => {
			wrong.push(`${name}: ${String(error)}`);
		});
	}
	client.close();
	const seconds = await runsEnded(target);
	if (seconds === null) wrong.push('runs had not ended after five minutes');
	return { got: `${Object.keys(mails).length} mails, all ended ${seconds ?? '?'} s after the last`, wrong };
}

export const inLines = (text: string) => text.replace(/.{1,900}/g, '$&\r\n');

export const attached = (type: string, bytes: Buffer) =>
	`Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="../../x"\r\n\r\n${inLines(bytes.toString('base64'))}`;

/** Spaces without a line end, tags without an end, comments that never close: naive code searches again from every position. */
export const slowMarkup: Attack = (target) => {
	const html = (body: string) => `Content-Type: text/html\r\n\r\n${body}`;
	const encoded = (body: string) =>
		`Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\n${inLines(Buffer.from(body).toString('base64'))}`;
	return sendHostile(target, {
		'spaces, small': html(`<pre>${inLines(' \t'.repeat(7000))}x</pre>`),
		'spaces without a line end': encoded(`<pre>${' \t'.repeat(500_000)}x</pre>`),
		'breaks that never end': encoded(`<br${' '.repeat(50_000)}`.repeat(20)),
		'comments that never end': encoded('<!--'.repeat(300_000)),
		'entities that are none': encoded('&amp'.repeat(300_000)),
		'text as markup': `Content-Type: text/plain\r\n\r\n${inLines('<'.repeat(900_000))}`,
	});
};
