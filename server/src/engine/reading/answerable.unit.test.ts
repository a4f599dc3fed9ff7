import { expect, test } from 'vitest';
import { isOurMail, whyNotAnswered } from './answerable.ts';

const ours = { domain: 'automations.example', from: 'Watchword <portal@example.com>' };
const why = (headers: [string, string][], sender = 'ann@customers.example') =>
	whyNotAnswered(headers, sender, ours);

test.each([
	...['ann@customers.example', 'anno-reply-x@a.example', 'noreplying@a.example', 'bob.owner@a.example'],
	...['request@a.example', 'rebounce@a.example', 'Owner@a.example'],
])('%s may be answered', (sender) => expect(why([], sender)).toBe(null));

test.each([
	...[
		'no-reply@a.example',
		'no_reply@a.example',
		'noreply@a.example',
		'NoReply@a.example',
		'no.reply@a.example',
	],
	...['do-not-reply@a.example', 'donotreply@a.example', 'shop-noreply@a.example', 'noreply+4711@a.example'],
	...['bounces+x@a.example', 'bounce-4711@a.example', 'news-bounces@a.example', 'owner-news@a.example'],
	...['news-owner@a.example', 'news-request@a.example', 'mailer-daemon@a.example', 'MAILER-DAEMON@a.example'],
	...['postmaster@a.example', 'majordomo@a.example'],
])('%s takes no answers', (sender) => expect(why([], sender)).toBe('its sender takes no answers'));

test.each(['x@automations.example', 'X@Automations.Example', 'portal@example.com', 'Portal@Example.com'])(
	'%s is ours',
	(sender) => expect(why([], sender)).toBe('it came from one of our own addresses'),
);

test.each(['a@b.example,c@d.example', 'a@b.example;c@d.example', '"a,b"@c.example', 'a b@c.example', 'ann'])(
	'%s is not one mailbox',
	(sender) => expect(why([], sender)).toBe('its sender is not one plain email address'),
);

const AUTOMATIC = 'it is an automatic mail';
const LIST = 'it came through a mailing list';
const REPORT = 'it is a report about another mail';
test.each<[string, [string, string][], string | null]>([
	['Auto-Submitted: no', [['auto-submitted', ' no ']], null],
	['Auto-Submitted: no with a comment', [['auto-submitted', 'No (typed by hand)']], null],
	['Auto-Submitted: auto-replied', [['auto-submitted', 'auto-replied']], AUTOMATIC],
	['Auto-Submitted: nothing', [['auto-submitted', '']], AUTOMATIC],
	['Auto-Submitted: no-idea', [['auto-submitted', 'no-idea']], AUTOMATIC],
	[
		'a second one',
		[...[['auto-submitted', 'no'] as [string, string]], ['auto-submitted', 'auto-notified']],
		AUTOMATIC,
	],
	['X-Auto-Response-Suppress', [['x-auto-response-suppress', 'All']], AUTOMATIC],
	['Precedence: bulk', [['precedence', 'bulk']], 'it is a bulk mail'],
	[
		'a second Precedence',
		[...[['precedence', 'x'] as [string, string]], ['precedence', 'junk']],
		'it is a bulk mail',
	],
	['List-Id', [['list-id', '<x>']], LIST],
	['List-Help', [['list-help', '<mailto:x>']], LIST],
	['X-BeenThere', [['x-beenthere', 'list@a.example']], LIST],
	[
		'a delivery report',
		[['content-type', 'Multipart/Report; report-type=delivery-status; boundary=x']],
		REPORT,
	],
	['a receipt', [['content-type', 'message/disposition-notification']], REPORT],
	['an ordinary mail', [['content-type', 'multipart/mixed; boundary=x']], null],
])('%s', (_what, headers, reason) => expect(why(headers)).toBe(reason));

test.each([
	['our header', 'X-Watchword: automations.example\r\n\r\nHi', true],
	['our header, folded and in other case', 'x-watchword:\r\n  Automations.Example\r\n\r\nHi', true],
	['our Message-ID', 'Subject: a\nMessage-ID: <run-abc@automations.example>\n\nHi', true],
	["another's header", 'X-Watchword: other.example\r\nMessage-ID: <a@other.example>\r\n\r\nHi', false],
	['our words in the body', 'Subject: a\r\n\r\nX-Watchword: automations.example\r\n', false],
	['an answer to ours', 'In-Reply-To: <run-abc@automations.example>\r\n\r\nThanks', false],
])('whether a mail with %s is ours', (_what, raw, is) =>
	expect(isOurMail(Buffer.from(raw), ours.domain)).toBe(is),
);
