import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { attached, inLines } from './mails.ts';
import { MainThread } from './main-thread.ts';
import { ATTACKER, type Attack, runsEnded, send } from './target.ts';

/** 198 kB of combining marks of two classes, in no order: sorting them takes the square of their number. */
const MARKS = `a${'\u0323\u0301'.repeat(49_500)}`;

const FIELDS = ['aaaaaaa2', 'aaaaaaa3', 'aaaaaaa4', 'aaaaaaa5'];

const head = 'From: ann@customers.example\r\n';
const encoded = (text: string) => inLines(Buffer.from(text).toString('base64'));
const asText = (text: string) =>
	`Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded(text)}`;
const words = (text: string) => {
	const parts =
		Buffer.from(text)
			.toString('base64')
			.match(/.{1,60}/g) ?? [];
	return parts.map((part) => `=?utf-8?b?${part}?=`).join('\r\n ');
};
const enclosing = (parts: string[]) =>
	`Content-Type: multipart/mixed; boundary=x\r\n\r\n${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`;

const MAILS: Record<string, string> = {
	'a mail of marks': asText(MARKS),
	'attachments of marks': enclosing(
		Array.from({ length: 5 }, () => attached('text/plain', Buffer.from(MARKS))),
	),
	'a page of marks': asText(`<p>${MARKS}</p>`).replace('plain', 'html'),
	'a subject of marks': `Subject: ${words(MARKS.slice(0, 30_000))}\r\n\r\nHello`,
	'a sender of marks': `From: ${words(MARKS.slice(0, 30_000))} <ann@customers.example>\r\n\r\nHello`,
};

/** Combining marks in a mail that fields are read from, in its attachments, its head, and in the name of a zone. */
export const marks: Attack = async (target) => {
	const fields = FIELDS.map((id) => ({ id, name: `Total ${id}`, type: 'text', choices: [] }));
	await target.ask(
		`update automations set _fields = '${JSON.stringify(fields)}' where id = '${target.automation}'`,
	);
	const found = { evidence: 'Thanks a lot', value: 'a lot' };
	target.answerWith('From: ', '<p>Hello</p>', Object.fromEntries(FIELDS.map((id) => [id, found])));
	const thread = await MainThread.of(target);
	const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
	let mails = 0;
	for (const [what, mail] of Object.entries(MAILS)) {
		await thread.measure(what, async () => {
			const id = `Message-ID: <marks-${mails++}@x>\r\n`;
			const from = mail.startsWith('From') ? '' : head;
			await client.send('ann@customers.example', target.address, id + from + mail);
			await runsEnded(target, 120_000, `"_automationId" = '${target.automation}'`);
		});
	}
	client.close();
	target.answerWith('From: ', null);
	const corners = [
		{ x: 0, y: 0 },
		{ x: 1, y: 0 },
		{ x: 1, y: 1 },
	];
	const zones = [{ name: MARKS.slice(0, 45_000), points: corners, use: 'named' }];
	await thread.measure('a zone named by marks', () =>
		send(target, 'PUT', `/api/devices/${target.device}/zones`, { zones }, target.headers),
	);
	const { what, ms } = thread.most;
	return { got: `at most ${ms} ms of the main thread (${what})`, wrong: thread.wrong };
};
