import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth/lib/dkim/sign.js';
import { beforeAll, expect, test } from 'vitest';
import type { Resolver } from '../../ports/resolver.ts';
import { checkSender } from './check-sender.ts';
import { readMessage } from './reader.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
	publicKeyEncoding: { type: 'spki', format: 'der' },
});
const KEY = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
const DNS: Record<string, string[][]> = {
	'TXT shop.example': [['v=spf1 include:_spf.shop.example -all']],
	'TXT _spf.shop.example': [['v=spf1 ip4:192.0.2.1 -all']],
	'TXT _dmarc.shop.example': [['v=DMARC1; p=reject']],
	'TXT s._domainkey.shop.example': [[KEY]],
};
const PLAIN = 'From: Ann <ann@shop.example>\r\nSubject: Hi\r\n\r\nHello.\r\n';
const FORGED =
	'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=evil.example; s=NUMBER; h=From; bh=1Z1U/vJK2rWUJ4wvLTT2+BP0jLPJLHjCNCgCKVmdPyA=; b=aGk=\r\n';

const sign = async (raw: string, maxBodyLength?: number) => {
	const signer = { signingDomain: 'shop.example', selector: 's', privateKey };
	const limit = maxBodyLength === undefined ? {} : { maxBodyLength };
	const { signatures } = await dkimSign(raw, { ...signer, signatureData: [{ ...signer, ...limit }] });
	return `${signatures}${raw}`;
};
let signed = '';
beforeAll(async () => {
	signed = await sign(PLAIN);
});

const answering =
	(asked: string[] = [], failing: RegExp | null = null): Resolver =>
	async (name, type) => {
		const question = `${type} ${name}`;
		asked.push(question);
		const code = failing?.test(question) ? 'ESERVFAIL' : 'ENOTFOUND';
		if (code === 'ENOTFOUND' && DNS[question]) return DNS[question];
		throw Object.assign(new Error(code), { code });
	};
const check = (raw: string, ip: string, resolve: Resolver, limitMs?: number) =>
	checkSender(
		{ resolve, mailDomain: 'x.example' },
		{
			_owner: 'ann',
			sender: 'ann@shop.example',
			remote_address: ip,
			helo: 'mail.shop.example',
			trusted_host: null,
		},
		Buffer.from(raw),
		limitMs,
	);
const WHO = { envelopeDomain: 'shop.example', fromDomains: ['shop.example'] };

test('a mail from the stated sender passes, and a forged one does not', async () => {
	expect(await check(signed, '192.0.2.1', answering())).toEqual({
		...WHO,
		spf: 'pass',
		dkim: 'pass',
		dmarc: 'pass',
		temporary: false,
	});
	expect(await check(PLAIN, '198.51.100.9', answering())).toEqual({
		...WHO,
		spf: 'fail',
		dkim: 'none',
		dmarc: 'fail',
		temporary: false,
	});
});

test.each([
	...['Subject: Pay', 'subject : Pay', 'Content-Type: text/html', 'Content-Transfer-Encoding: base64'],
	...['Date: Fri, 1 Jan 2027 10:00:00 +0000', 'Message-ID: <b@x>', 'Reply-To: eve@evil.example'],
])(
	'a signature does not count if the reader may see another field than the signed one: %s',
	async (field) => {
		const name = field.split(/[ :]/, 1)[0]?.toLowerCase();
		const more = [
			'Content-Type: text/plain',
			'Content-Transfer-Encoding: 7bit',
			'Date: x',
			'Message-ID: <a@x>',
		];
		const raw = await sign([...more, 'Reply-To: ann@shop.example', PLAIN].join('\r\n'));
		const fillers = 'X-Filler: x\r\n'.repeat(name === 'subject' ? 2500 : 0);
		expect(await check(raw, '198.51.100.9', answering())).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
		expect(await check(`${field}\r\n${fillers}${raw}`, '198.51.100.9', answering())).toMatchObject({
			dkim: 'policy',
			dmarc: 'fail',
		});
	},
);

test.each([
	['a folded name', 'Subject\r\n : Hi\r\n'],
	['a space before its name', ' Subject: Hi\r\n'],
])('a signature of a field with %s does not count beside another one', async (_what, field) => {
	const given = signed.replace('Subject: Hi\r\n', '');
	for (const raw of [`${field}Subject: Pay\r\n${given}`, `Subject: Pay\r\n${field}${given}`])
		expect((await check(raw, '198.51.100.9', answering())).dkim).not.toBe('pass');
});

test('a signature of the beginning does not count if something follows', async () => {
	const raw = await sign(PLAIN, 'Hello.\r\n'.length);
	expect(await check(raw, '198.51.100.9', answering())).toMatchObject({ dkim: 'pass', dmarc: 'pass' });
	expect(await check(`${raw}Pay now.\r\n`, '198.51.100.9', answering())).toMatchObject({
		dkim: 'policy',
		dmarc: 'fail',
	});
});

test('the domain of every author is listed', async () => {
	const raw = `From: a@one.example, b@two.example\r\n${PLAIN}`;
	const { fromDomains, dmarc } = await check(raw, '192.0.2.1', answering());
	expect([fromDomains, dmarc]).toEqual([['one.example', 'two.example', 'shop.example'], 'none']);
});

test.each([
	['about the sender', /TXT shop/, { spf: 'temperror', dkim: 'pass', dmarc: 'pass' }],
	['about a key', /domainkey/, { spf: 'pass', dkim: 'temperror', dmarc: 'pass' }],
	[
		'about the sender and a key',
		/TXT shop|domainkey/,
		{ spf: 'temperror', dkim: 'temperror', dmarc: 'temperror' },
	],
	['about the policy', /_dmarc/, { spf: 'pass', dkim: 'pass', dmarc: 'temperror' }],
])('DNS that fails %s is a temporary error, neither pass nor fail', async (_what, failing, results) => {
	expect(await check(signed, '192.0.2.1', answering([], failing))).toEqual({
		...WHO,
		...results,
		temporary: true,
	});
});

test('slow DNS for some mails does not delay other mails', async () => {
	const { promise: released, resolve: release } = Promise.withResolvers<void>();
	const known = answering();
	const slow: Resolver = (name, type) => released.then(() => known(name, type));
	const waiting = Array.from({ length: 5 }, () => check(signed, '192.0.2.1', slow));
	const other = await readMessage(Buffer.from(PLAIN), 'a@b.example', {
		mailDomain: 'x.example',
		mailAddress: '{id}@x.example',
		from: 'portal@x.example',
	});
	expect(other.trigger_subject).toBe('Hi');
	release();
	for (const { dmarc } of await Promise.all(waiting)) expect(dmarc).toBe('pass');
});

test('DNS that never answers is a temporary error after a time limit', async () => {
	expect(await check(signed, '192.0.2.1', () => new Promise(() => undefined), 100)).toEqual({
		...WHO,
		spf: 'temperror',
		dkim: 'temperror',
		dmarc: 'temperror',
		temporary: true,
	});
});

test('only the first five signatures are checked', async () => {
	// The body hash of the forged ones is right, so that DNS is asked for each key.
	const [, hash = ''] = /bh=([^;]+);/.exec(signed) ?? [];
	const forged = (count: number) =>
		Array.from({ length: count }, (_, n) =>
			FORGED.replace('NUMBER', `k${n}`).replace(/bh=[^;]+/, `bh=${hash.replace(/\s/g, '')}`),
		).join('');
	const asked: string[] = [];
	const { dkim } = await check(forged(40) + signed, '198.51.100.9', answering(asked));
	expect(asked.filter((question) => question.includes('domainkey'))).toHaveLength(5);
	expect(dkim).not.toBe('pass');
	expect((await check(forged(4) + signed, '198.51.100.9', answering())).dkim).toBe('pass');
});

test('the signatures of a header over 64 kB are not checked and do not pass', async () => {
	const raw = `X-Long: ${'x'.repeat(70_000)}\r\n${signed}`;
	expect(await check(raw, '192.0.2.1', answering())).toMatchObject({
		dkim: 'none',
		dmarc: 'none',
		spf: 'pass',
	});
});
