import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Question } from '../ports/model.ts';
import { automationRuns } from '../runs/tables.ts';
import { addAutomation, askForRun, grant } from '../testing/automation.ts';
import { addReplier, deliverMail } from '../testing/mail.ts';
import { answerOf, scriptedModel } from '../testing/model.ts';
import { endedRuns } from '../testing/runs.ts';
import { refusal, startServer, type TestServer } from '../testing/server.ts';
import { connectSmtp } from '../testing/smtp-client.ts';
import { waitFor } from '../testing/wait.ts';

const key = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'der' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const LOOPBACK = [['v=spf1 ip4:127.0.0.0/8 ip6:::1 -all']];
const dns: Record<string, string[][] | null> = {
	'TXT other.example': LOOPBACK,
	'TXT xn--mller-kva.example': LOOPBACK,
	'TXT _dmarc.signed.example': [['v=DMARC1; p=reject']],
	'TXT s._domainkey.signed.example': [[`v=DKIM1; k=rsa; p=${key.publicKey.toString('base64')}`]],
	'TXT slow.example': null,
	'TXT silent.example': null,
};

let server: TestServer;
const asked: Question[] = [];
beforeAll(async () => {
	server = await startServer({
		dns,
		env: { MAILS_SENT_PER_HOUR: '12', REPLIES_PER_HOUR: '8' },
		model: scriptedModel((question) => {
			asked.push(question);
			return answerOf({ evidence: '“Hello” stands in the mail.', email_html: '<p>Thank you.</p>' });
		}),
	});
});
afterAll(() => server.stop());

const deliver = (mail: Parameters<typeof deliverMail>[1]) =>
	deliverMail(server, { subject: 'Hello', text: 'hi', ...mail });
const outcome = async (id: string) => {
	const [run] = await endedRuns(server, id, 1);
	return [run?._status, run?._reason, run?.credits];
};
const db = () => server.services.database.db;

describe('a reply goes only to an authenticated sender:', () => {
	test.each(['ann@customers.example', 'ann@xn--mller-kva.example'])(
		'one that passes SPF: %s',
		async (from) => {
			const { id, to } = await addReplier(server);
			await deliver({ from, to });
			expect(await outcome(id)).toEqual(['succeeded', null, 1]);
		},
	);

	const signed = async (envelope: string, to: string) => {
		const transport = createTransport({
			...{ host: '127.0.0.1', port: server.smtpPort, ignoreTLS: true },
			dkim: { domainName: 'signed.example', keySelector: 's', privateKey: key.privateKey },
		});
		await transport.sendMail({
			...{ from: 'ann@signed.example', to, subject: 'Hello', text: 'hi' },
			envelope: { from: envelope, to },
		});
		transport.close();
	};

	test('one that passes DMARC, if the envelope has the same domain', async () => {
		const { id, to } = await addReplier(server);
		await signed('bounced@signed.example', to);
		const [run] = await endedRuns(server, id, 1);
		expect(run).toMatchObject({ _status: 'succeeded', action_sentTo: 'bounced@signed.example' });
		expect(run?.trigger_checks).toMatchObject({ spf: 'none', dmarc: 'pass' });
	});

	test('not one with a valid signature and an envelope of another domain', async () => {
		const { id, to } = await addReplier(server);
		await signed('victim@elsewhere.example', to);
		const reason = 'No reply was sent: its sender is not authenticated (SPF none, DMARC pass).';
		expect(await outcome(id)).toEqual(['skipped', reason, 0]);
	});

	test.each([
		[
			'a domain without SPF',
			'eve@nowhere.example',
			'From: eve@nowhere.example',
			/not authenticated \(SPF none/,
		],
		[
			'two authors',
			'ann@customers.example',
			'From: ann@customers.example, bob@customers.example',
			/exactly one/,
		],
		['no author', 'ann@customers.example', 'Subject: x', /exactly one/],
	])('not one with %s', async (_what, sender, head, reason) => {
		const { id, to } = await addReplier(server);
		const client = await connectSmtp(server.smtpPort);
		await client.send(sender, to, `${head}\r\nSubject: Hello\r\n\r\nhi\r\n`);
		client.close();
		const [status, said, credits] = await outcome(id);
		expect([status, credits]).toEqual(['skipped', 0]);
		expect(said).toMatch(reason);
	});

	test('while DNS does not answer, the run waits, and replies later', async () => {
		const { id, to } = await addReplier(server);
		await deliver({ from: 'ann@slow.example', to });
		await tried(id);
		dns['TXT slow.example'] = LOOPBACK;
		expect(await outcome(id)).toEqual(['succeeded', null, 1]);
	});

	test('if DNS never answers, no reply is sent', async () => {
		const { id, to } = await addReplier(server);
		await deliver({ from: 'ann@silent.example', to });
		await tried(id);
		// As if the mail had arrived 15 minutes ago.
		await db().execute(sql`
			update automation_runs set _timestamp = _timestamp - interval '15 minutes' where "_automationId" = ${id}`);
		const reason = 'No reply was sent: its sender could not be checked, because DNS did not answer.';
		expect(await outcome(id)).toEqual(['skipped', reason, 0]);
	});

	/** Waits until the run was tried once and waits for its next try. */
	async function tried(id: string): Promise<void> {
		const run = await waitFor('a first try', async () => {
			const [found] = await db().select().from(automationRuns).where(eq(automationRuns._automationId, id));
			return found && found.attempts > 0 && found.lease === null && found;
		});
		expect([run._status, run.ended_at]).toEqual(['queued', null]);
	}

	test.each([
		'ann@customers.example,third@party.example',
		'third@party.example,ann@customers.example',
		'ann@customers.example;third@party.example',
		'"third@party.example,ann"@customers.example',
		'third@party.example,@customers.example:ann@customers.example',
	])('%s never becomes two recipients', async (sender) => {
		const { id, to } = await addReplier(server);
		const client = await connectSmtp(server.smtpPort);
		const mail = 'From: ann@customers.example\r\nSubject: Hello\r\n\r\nhi\r\n';
		const taken = await client.send(sender, to, mail).then(
			() => true,
			() => false,
		);
		client.close();
		if (taken) {
			const [run] = await endedRuns(server, id, 1);
			expect(run?._status === 'skipped' || run?.action_sentTo === 'ann@customers.example').toBe(true);
		}
		expect(await recipients()).not.toContain('third@party.example');
	});
});

/** The recipients of all mails that were sent. */
async function recipients(): Promise<string> {
	const outbox = join(server.services.settings.dataDir, 'outbox');
	const names = await readdir(outbox);
	const raws = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
	return raws.flatMap((raw) => raw.match(/^(?:to|cc|bcc):.*/gim) ?? []).join('\n');
}

describe('the limit per hour is', () => {
	test('ten replies to one address over all automations of an account', async () => {
		const one = await addReplier(server);
		const id = await addAutomation(server, one.customer.uid, {
			...{ _actionType: 'replyToEmail', action_toAddress: null },
		});
		for (let n = 0; n < 12; n++) {
			const to = n % 2 ? one.to : `${id}@automations.localhost`;
			await deliver({ from: n % 3 ? 'keen@customers.example' : 'Keen@customers.example', to, text: `${n}` });
		}
		const runs = [...(await endedRuns(server, one.id, 6)), ...(await endedRuns(server, id, 6))];
		expect(runs.filter(({ _status }) => _status === 'succeeded')).toHaveLength(10);
		expect(runs.filter(({ _status }) => _status === 'skipped').map(({ _reason }) => _reason)).toEqual([
			'No reply was sent: this sender got 10 within the hour.',
			'No reply was sent: this sender got 10 within the hour.',
		]);
	});

	test('REPLIES_PER_HOUR of one automation', async () => {
		const { id, to } = await addReplier(server);
		for (let n = 0; n < 9; n++) await deliver({ from: `ann${n}@customers.example`, to });
		const runs = await endedRuns(server, id, 9);
		expect(runs.filter(({ _status }) => _status === 'succeeded')).toHaveLength(8);
		expect(runs.find(({ _status }) => _status === 'skipped')?._reason).toBe(
			'No reply was sent: this automation sent 8 within the hour, which is the most it may.',
		);
	});

	test('MAILS_SENT_PER_HOUR of one account', async () => {
		const customer = await server.customer();
		await grant(server, customer.uid, 20);
		const id = await addAutomation(server, customer.uid, { _triggerType: 'schedule' });
		for (let n = 0; n < 13; n++) await askForRun(server, id);
		const runs = await endedRuns(server, id, 13);
		expect(runs.filter(({ _status }) => _status === 'succeeded')).toHaveLength(12);
		expect(runs.find(({ _status }) => _status === 'skipped')?._reason).toBe(
			'No mail was sent: your automations sent 12 within the hour, which is the most they may.',
		);
	});
});

describe('allowed senders', () => {
	const _allowedSenders = ['ann@customers.example', '@other.example'];

	test('are recognised by the confirmed address; mails of others are skipped, free, and no model is asked', async () => {
		const { id, to } = await addReplier(server, { _actionType: 'save', _allowedSenders });
		await deliver({ from: 'Ann <Ann@customers.example>', to, text: '1' });
		await deliver({ from: 'anyone@other.example', to, text: '2' });
		expect((await endedRuns(server, id, 2)).map(({ _status }) => _status)).toEqual([
			'succeeded',
			'succeeded',
		]);
		const before = asked.length;
		await deliver({ from: '"ann@customers.example" <bob@customers.example>', to, text: '3' });
		const envelope = { from: 'eve@other.example', to };
		await deliver({ from: 'ann@customers.example', envelope, to, text: '4' });
		const [, , other, forged] = await endedRuns(server, id, 4);
		expect([other?._status, other?._reason, other?.credits]).toEqual([
			...['skipped', 'bob@customers.example is not one of the allowed senders of this automation.', 0],
		]);
		expect([forged?._status, forged?._reason, forged?.credits]).toEqual([
			'skipped',
			'This automation takes mail from its allowed senders only, and who sent this one is not confirmed (SPF pass, DKIM none, DMARC none).',
			0,
		]);
		expect(asked).toHaveLength(before);
	});

	test('count in a trial too', async () => {
		const { id, customer } = await addReplier(server);
		const saved = (await (await customer.get(`/api/automations/${id}`)).json()) as Record<string, unknown>;
		const { id: _id, _owner, _deleted, _version, _paused, _snoozedUntil, runs: _runs, ...draft } = saved;
		const on = { kind: 'mail', from: 'bob@customers.example', subject: 'x', text: 'y' };
		const answer = await customer.post(`/api/automations/${id}/try`, {
			draft: { ...draft, _allowedSenders },
			on,
		});
		expect(await answer.json()).toMatchObject({
			hindrance: 'bob@customers.example is not one of the allowed senders of this automation.',
		});
	});
});

test('the question to the model has the result of the sender checks, outside the fenced content', async () => {
	const { id, to } = await addReplier(server, { _actionType: 'save' });
	const checksOf = async (from: string, count: number) => {
		await deliver({ from, to, text: `from ${from}` });
		await endedRuns(server, id, count);
		const question = asked.find(({ text }) => text.includes(`from ${from}`));
		return [
			question?.text
				.split('<data-')[0]
				?.split('\n')
				.find((line) => line.startsWith('Checks')),
			question?.parts.mail?.sender.address,
		];
	};
	expect(await checksOf('ann@customers.example', 1)).toEqual([
		'Checks of the sender: SPF pass, DKIM none, DMARC none. The From address is confirmed.',
		'ann@customers.example',
	]);
	expect(await checksOf('ann@nowhere.example', 2)).toEqual([
		'Checks of the sender: SPF none, DKIM none, DMARC none. The From address is not confirmed: anyone may have written it.',
		null,
	]);
});

describe('mail loops are prevented:', () => {
	test('an automation cannot send to the address of another, even if it was saved before this was refused', async () => {
		const other = await addReplier(server);
		await grant(server, other.customer.uid, 5);
		const id = await addAutomation(server, other.customer.uid, {
			action_toAddress: other.to,
			_triggerType: 'schedule',
		});
		await askForRun(server, id);
		const [run] = await endedRuns(server, id, 1);
		expect([run?._status, run?._reason]).toEqual([
			'skipped',
			`No mail was sent: ${other.to} is the address of an automation, which no automation can send to.`,
		]);
		expect(await recipients()).not.toContain(other.to);
	});

	test('a mail of ours that comes back starts no run, at its own automation or another', async () => {
		const one = await addReplier(server);
		const two = await addReplier(server);
		await deliver({ from: `${one.id}@customers.example`, to: one.to });
		const [reply = ''] = await server.rawMails(`${one.id}@customers.example`, 1);
		const client = await connectSmtp(server.smtpPort);
		const bare = reply.replace(/^x-watchword:.*\r\n/im, '');
		const renamed = reply.replace(/^message-id:.*\r\n/im, '');
		expect(bare).not.toBe(reply);
		for (const raw of [reply, bare, renamed]) {
			for (const { to } of [one, two]) {
				await expect(client.send('ann@customers.example', to, raw)).rejects.toThrow(/554/);
			}
		}
		client.close();
		expect(await endedRuns(server, one.id, 1)).toHaveLength(1);
		expect(await endedRuns(server, two.id, 0)).toHaveLength(0);
	});
});

describe('a recipient of mail', () => {
	const unsubscribe = (raw: string) => {
		const headers = raw.replace(/\r\n[ \t]+/g, ' ');
		expect(headers).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
		const url = /^list-unsubscribe: <(.*)>\r$/im.exec(headers)?.[1] ?? '';
		return url.replace(server.url, '');
	};

	test('can unsubscribe from an account with one click; opening the page changes nothing', async () => {
		const [one, two] = [await server.customer(), await server.customer()];
		const to = `${one.uid}@elsewhere.example`;
		const sender = async ({ uid }: { uid: string }) => {
			await grant(server, uid, 10);
			return addAutomation(server, uid, { action_toAddress: to, _triggerType: 'schedule' });
		};
		const [mine, other] = [await sender(one), await sender(two)];
		await askForRun(server, mine);
		const [raw = ''] = await server.rawMails(to, 1);
		const path = unsubscribe(raw);
		expect((await PostalMime.parse(raw)).html).toContain(`${path}">Stop these mails</a>`);

		const page = await server.visitor().get(path);
		expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
		expect(await page.text()).toMatch(/<form method="post".*<button.*>Stop these mails<\/button>/);
		await askForRun(server, mine);
		expect((await endedRuns(server, mine, 2)).map(({ _status }) => _status)).toEqual([
			'succeeded',
			'succeeded',
		]);

		// Like a mail program: without a cookie, and without opening the page first.
		const post = (at: string) =>
			fetch(server.url + at, {
				method: 'POST',
				body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
			});
		expect((await post(path)).status).toBe(200);
		await askForRun(server, mine);
		expect((await endedRuns(server, mine, 3)).at(-1)).toMatchObject({
			_status: 'skipped',
			_reason: `No mail was sent: ${to} has asked for no more mail from your automations.`,
		});
		await askForRun(server, other);
		expect((await endedRuns(server, other, 1))[0]?._status).toBe('succeeded');

		expect((await post(`${path}?undo`)).status).toBe(200);
		await askForRun(server, mine);
		expect((await endedRuns(server, mine, 4)).at(-1)?._status).toBe('succeeded');
		expect((await post('/unsubscribe/aaaaaaaaaaaaaaaaaaaa')).status).toBe(404);
	});

	test('has an unsubscribe link, except the owner', async () => {
		const owner = await server.customer();
		await grant(server, owner.uid, 10);
		const id = await addAutomation(server, owner.uid, {
			action_toAddress: owner.email,
			_triggerType: 'schedule',
		});
		await askForRun(server, id);
		const [own = ''] = await server.rawMails(owner.email, 1);
		expect(own).not.toMatch(/unsubscribe/i);
		const replier = await addReplier(server);
		await deliver({ from: `${replier.id}@customers.example`, to: replier.to });
		const [reply = ''] = await server.rawMails(`${replier.id}@customers.example`, 1);
		expect(unsubscribe(reply)).toMatch(/^\/unsubscribe\/[a-z2-7]{20}$/);
		// A reply contains nothing about the automation, its run or its evidence.
		expect(reply).not.toMatch(/Watch\b|\/app\/|stands in the mail/);
	});

	test('can never be one of our own addresses: saving it is refused', async () => {
		const customer = await server.customer();
		const made = await customer.post('/api/automations', { action_toAddress: 'x@automations.localhost' });
		expect(await refusal(made)).toBe('400 invalid-argument');
	});
});
