import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Question } from '../../ports/model.ts';
import { addReplier, deliverMail } from '../../testing/mail.ts';
import { answerOf, scriptedModel } from '../../testing/model.ts';
import { endedRuns } from '../../testing/runs.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
const asked: Question[] = [];
beforeAll(async () => {
	server = await startServer({
		model: scriptedModel((question) => {
			asked.push(question);
			const verdict = question.parts.prompt as 'met' | 'not met' | 'cannot tell';
			return answerOf({ verdict, evidence: 'What I saw.' });
		}),
	});
});
afterAll(() => server.stop());

/** A run on a mail for which the model answers with this verdict. */
async function judged(verdict: string, mail: { raw?: string; attachments?: object[] }) {
	const { id, to, customer } = await addReplier(server, { action_prompt: verdict, _actionType: 'save' });
	const whole = mail.raw
		? { envelope: { from: 'ann@customers.example', to }, raw: mail.raw }
		: { from: 'ann@customers.example', to, subject: 'Hi', text: 'See the file.', ...mail };
	await deliverMail(server, whole);
	const [run] = await endedRuns(server, id, 1);
	return { run, customer };
}

const file = (filename: string, contentType: string, content: string | Buffer = 'x') => ({
	attachments: [{ filename, contentType, content }],
});

test.each([
	['an attachment of unknown type', file('plan.dwg', 'application/acad'), 'the attachment "plan.dwg"'],
	['a winmail.dat', file('winmail.dat', 'application/ms-tnef'), 'the attachment "winmail.dat"'],
	['a PDF that cannot be read', file('torn.pdf', 'application/pdf'), 'the attachment "torn.pdf"'],
	['a picture that cannot be read', file('torn.png', 'image/png'), 'the attachment "torn.png"'],
	[
		'a text beyond the limit',
		file('long.txt', 'text/plain', 'x'.repeat(60_000)),
		'the attachment "long.txt"',
	],
	[
		'encrypted content',
		{ raw: 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nx\r\n' },
		'the content, which is encrypted (S/MIME)',
	],
	[
		'damaged content',
		{ raw: 'Content-Transfer-Encoding: base64\r\n\r\nThis is no Base64.\r\n' },
		'a damaged part',
	],
	[
		'a mail that is cut off',
		{ raw: 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHalf of\r\n' },
		'the end of the mail, which is cut off',
	],
])('a mail with %s is never judged "not met", and is free', async (_what, mail, unread) => {
	const { run, customer } = await judged('not met', mail);
	expect(run).toMatchObject({
		_status: 'succeeded',
		_reason: 'Whether the condition was met could not be told, so nothing was done.',
		action_verdict: 'cannot tell',
		action_condition_met: null,
		credits: 0,
	});
	expect(run?.action_evidence).toMatch(/^What I saw\.\nThis was not read: /);
	expect(run?.action_evidence).toContain(unread);
	expect(asked.at(-1)?.text).toContain(`This was not read and is not shown here: `);
	expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 100 });
});

test.each([
	['all names together', '\u{1f600}'.repeat(29)],
	['each name', `a${'\u{1f600}'.repeat(50)}`],
])('where %s would be cut inside an emoji, the run succeeds', async (_what, name) => {
	const attachments = Array.from({ length: 45 }, () => file(`${name}.dwg`, 'application/acad').attachments);
	const { run } = await judged('not met', { attachments: attachments.flat() });
	expect(run).toMatchObject({ _status: 'succeeded', action_verdict: 'cannot tell' });
	expect(run?.action_evidence).toContain('\ufffd');
	expect(run?.action_evidence).not.toContain('\\u');
});

test('a mail can be judged "met" although a part of it was not read', async () => {
	const { run } = await judged('met', file('plan.dwg', 'application/acad'));
	expect(run).toMatchObject({ action_verdict: 'met', action_evidence: 'What I saw.', credits: 1 });
});

test('if everything was read, "not met" stays, and the run is charged', async () => {
	const { run, customer } = await judged('not met', file('all.csv', 'text/csv', 'a,b\r\n1,2\r\n'));
	expect(run).toMatchObject({ action_verdict: 'not met', credits: 1, trigger_unread: [] });
	expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 99 });
});

test('"cannot tell" is free', async () => {
	const { run, customer } = await judged('cannot tell', {});
	expect(run).toMatchObject({ action_verdict: 'cannot tell', credits: 0 });
	expect(await (await customer.get('/api/billing')).json()).toEqual({ creditBalance: 100 });
});
