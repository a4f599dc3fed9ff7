import { expect, test } from 'vitest';
import { parseFields } from './header.ts';
import { trustedResults } from './trusted-results.ts';

const WHO = { envelopeDomain: 'shop.example', authorDomain: 'shop.example' };
const resultsOf = (header: string, host = 'mx.host.example', who = WHO) => {
	const { spf, dkim, dmarc } = trustedResults(parseFields(Buffer.from(header)), host, who);
	return `${spf} ${dkim} ${dmarc}`;
};
const GOOD =
	'spf=pass smtp.mailfrom=ann@shop.example; dkim=pass header.d=shop.example; dmarc=pass header.from=shop.example';
const FIELD = `Authentication-Results: mx.host.example; ${GOOD}\r\n`;

test.each([
	['of the trusted host', FIELD],
	['in other case', FIELD.replace('mx.host.example', 'MX.Host.Example').replace('spf=pass', 'SPF=Pass')],
	['with a version', FIELD.replace('example;', 'example 1;')],
	[
		'with comments, as Google writes them',
		'Authentication-Results: mx.host.example;\r\n       dkim=pass header.i=@shop.example header.s=k1 header.b=abc;\r\n       spf=pass (google.com: domain of ann@shop.example designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@shop.example;\r\n       dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=shop.example\r\n',
	],
	['above those of others', `${FIELD}Authentication-Results: other.example; spf=fail\r\n`],
	['with a domain alone for the envelope', FIELD.replace('ann@shop.example', 'shop.example')],
])('results %s are believed', (_what, header) => expect(resultsOf(header)).toBe('pass pass pass'));

test.each([
	['of another host', `Authentication-Results: mx.evil.example; ${GOOD}\r\n`],
	['below those of another host', `Authentication-Results: mx.evil.example; spf=none\r\n${FIELD}`],
	['of a host whose name begins the same', FIELD.replace('host.example;', 'host.example.evil.example;')],
	['of another version', FIELD.replace('example;', 'example 2;')],
	['without a host, as Microsoft writes them', `Authentication-Results: ${GOOD}\r\n`],
	['after a comment that is never closed', FIELD.replace('spf=pass', '(spf=pass')],
	['in a quoted text', `Authentication-Results: mx.host.example; x=y reason="a; ${GOOD}"\r\n`],
	['of nobody', 'Subject: Hi\r\n'],
])('results %s are not', (_what, header) => expect(resultsOf(header)).toBe('none none none'));

test('without a trusted host nothing is believed', () => {
	expect(resultsOf(FIELD, '')).toBe('none none none');
	expect(resultsOf(FIELD.replace('mx.host.example', ''), '')).toBe('none none none');
});

test('results about another domain than that of the envelope or the author do not count', () => {
	const other = { envelopeDomain: 'other.example', authorDomain: 'other.example' };
	expect(resultsOf(FIELD, 'mx.host.example', other)).toBe('none pass none');
	expect(resultsOf(FIELD.replace('=ann@shop.example', '="ann@shop.example x"@evil.example'))).toBe(
		'none pass pass',
	);
	expect(resultsOf(FIELD.replace('smtp.mailfrom=', 'smtp.helo='))).toBe('none pass pass');
	expect(resultsOf(`${FIELD.trim()}; dmarc=fail header.from=shop.example\r\n`)).toBe('pass pass none');
	expect(resultsOf(FIELD.replace('header.from=', 'header.from=evil.example header.from='))).toBe(
		'pass pass none',
	);
});

test('a failure is told as one', () =>
	expect(resultsOf(FIELD.replaceAll('=pass', '=fail'))).toBe('fail fail fail'));
