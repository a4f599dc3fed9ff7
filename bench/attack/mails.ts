import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, type Result, runsEnded, type Target } from './target.ts';

const MB = 1024 * 1024;

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

/** A kilobyte that takes minutes to draw, labelled as a bitmap. */
export const vectors: Attack = (target) => {
	const blur = '<feGaussianBlur stdDeviation="90"/><feTurbulence baseFrequency=".9" numOctaves="40"/>';
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="6000"><filter id="f" width="4" height="4">${blur.repeat(8)}</filter><rect width="6000" height="6000" filter="url(#f)"/></svg>`;
	const mail = attached('image/png', Buffer.from(svg));
	return sendHostile(target, { 'svg 1': mail, 'svg 2': mail, 'svg 3': mail, 'svg 4': mail });
};

/** Each signature requires another hash of the whole body, in its own way. */
export const signatures: Attack = (target) => {
	const body = 'All work and no play makes a dull mail. \r\n'.repeat(Math.ceil(MB / 42));
	const heads = Array.from({ length: 40 }, (_, n) => {
		const canonical = ['relaxed/relaxed', 'simple/simple', 'relaxed/simple', 'simple/relaxed'][n % 4];
		return `DKIM-Signature: v=1; a=rsa-sha256; c=${canonical}; d=d${n}.example; s=s; l=${MB - n}; h=from:subject; bh=AAAA; b=AAAA\r\n`;
	}).join('');
	const mail = `${heads}From: ann@customers.example\r\nSubject: Signed\r\n\r\n${body}`;
	return sendHostile(target, { 'signed 1': mail, 'signed 2': mail, 'signed 3': mail });
};

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

/** With the key of a camera: forms in which every position looks like a boundary. */
export const forms: Attack = async ({ url, deviceKey }) => {
	const body = new Uint8Array(30_000_000).fill(0x2d);
	body[0] = 0x78;
	const headers = {
		authorization: `Bearer ${deviceKey}`,
		'content-type': `multipart/form-data; boundary=${'-'.repeat(190)}`,
	};
	const answers: number[] = [];
	for (let n = 0; n < 6; n++)
		answers.push((await fetch(`${url}/api/captures`, { method: 'POST', body, headers })).status);
	const others = answers.filter((status) => status !== 400);
	return {
		got: `${answers.length} times 400`,
		wrong: others.map((status) => `a form was answered with ${status}`),
	};
};

/** The largest pictures a camera may send, and a customer who views all of them at once. */
export const pictures: Attack = async (target) => {
	const create = { width: 7000, height: 7000, channels: 3 as const, background: '#808080' };
	const large = new Uint8Array(await sharp({ create }).png({ compressionLevel: 9 }).toBuffer());
	const wrong: string[] = [];
	for (let n = 0; n < 6; n++) {
		const headers = { authorization: `Bearer ${target.deviceKey}` };
		const { status } = await fetch(`${target.url}/api/captures`, { method: 'POST', body: large, headers });
		if (status !== 202) wrong.push(`a picture of 49 megapixels: ${status}`);
	}
	const list = `${target.url}/api/devices/${target.device}/captures`;
	const looks = await Promise.all(
		Array.from({ length: 5 }, async () => {
			const began = performance.now();
			await (await fetch(list, { headers: target.headers })).arrayBuffer();
			return Math.round(performance.now() - began);
		}),
	);
	await sleep(5000);
	if ((await runsEnded(target)) === null) wrong.push('runs had not ended after five minutes');
	return { got: `6 pictures taken; a look at them took ${Math.max(...looks)} ms`, wrong };
};
