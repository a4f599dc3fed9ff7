/** What each part of a condition comes to on a mail, and the words that show it. */
import { type Condition, MAIL_KINDS, type Part } from '@watchword/contract/condition';
import { type JudgedMail, judgeMail } from '@watchword/model';
import { describe, expect, test } from 'vitest';
import { SAMPLE_MAILS } from '../../../../testing/sample-mails.ts';
import { givenOf } from './given.ts';

const NOW = new Date('2026-11-18T09:30:00Z');
const GIVEN = givenOf(new Date('2026-11-18T00:00:00Z'), { now: NOW, zone: 'Europe/Berlin' });
const MAIL: JudgedMail = {
	from: 'Fisher Plumbing <office@fisherplumbing.example>',
	subject: 'Re: Delayed repair',
	text: [
		'Dear Ms Müller, the repair is delayed until Friday. We are training a colleague.',
		'Please find the offers attached.',
		'Total: 512.40 EUR',
		'Discount: 15 %',
		'Temperature: 31.0 °C',
		'Due date: 25 November 2026',
		'> We would like a refund.',
	].join('\n'),
	sender: { address: 'office@fisherplumbing.example', checks: 'SPF pass' },
	attachments: ['offer.pdf', 'photo of the tap.jpg'],
	marks: [],
};
const judged = (condition: Condition, mail: Partial<JudgedMail> = {}) =>
	judgeMail(condition, { ...MAIL, ...mail }, GIVEN);

const says = (words: string[], more: Partial<Part & { is: 'says' }> = {}): Part => ({
	is: 'says',
	words,
	match: 'any',
	in: 'anywhere',
	...more,
});
const total = { is: 'value', label: 'total', unit: 'money', of: 'EUR' } as const;
const due = { is: 'date', label: 'due date' } as const;

describe('a part of a condition', () => {
	test.each<[Condition, verdict: string, shows: string]>([
		[says(['repair']), 'met', 'The mail contains “repair”. It says: “Re: Delayed repair”'],
		[says(['REPAIRS']), 'met', '“Re: Delayed repair”'],
		[says(['Muller']), 'met', 'Dear Ms Müller'],
		[says(['delay']), 'met', 'Delayed'],
		[says(['offer']), 'met', 'Please find the offers attached.'],
		[says(['the repair is delayed']), 'met', 'the repair is delayed until Friday'],
		[says(['pair']), 'not met', 'does not contain “pair”'],
		[says(['urgent', 'lawyer']), 'not met', '“urgent” or “lawyer”'],
		[says(['urgent', 'Friday']), 'met', 'contains “Friday”'],
		[says(['urgent', 'Friday'], { match: 'all' }), 'not met', 'does not contain “urgent”'],
		[says(['repair'], { in: 'subject' }), 'met', 'The subject contains'],
		[says(['Friday'], { in: 'subject' }), 'not met', 'The subject does not contain “Friday”'],
		[says(['train']), 'cannot tell', 'it says “training”'],
		[says(['refund']), 'cannot tell', 'only an earlier mail, which it quotes, says it'],
		[says(['lawyer'], { not: true }), 'met', 'does not contain “lawyer”'],
		// Both sides in one sentence, which does not deny it.
		[says(['repair … cancelled/delayed']), 'met', 'It says: “Re: Delayed repair”'],
		[says(['repair … training']), 'cannot tell', 'it only says “Re: Delayed repair”'],
		[says(['lawyer … delayed']), 'not met', 'does not contain'],

		[{ is: 'sender', any: ['office@fisherplumbing.example'] }, 'met', 'confirmed sender'],
		[{ is: 'sender', any: ['@fisherplumbing.example'] }, 'met', 'confirmed sender'],
		[{ is: 'sender', any: ['Fisher Plumbing'] }, 'met', 'is Fisher Plumbing'],
		[{ is: 'sender', any: ['Anna', '@shop.example'] }, 'not met', 'is not Anna or @shop.example'],
		[{ is: 'sender', any: ['plumbing.example'] }, 'not met', 'is not plumbing.example'],
		[{ is: 'sender', any: ['Plumbing'] }, 'cannot tell', 'does not show'],

		[{ ...total, compare: 'above', than: 500 }, 'met', 'The total is 512.40'],
		[{ ...total, compare: 'above', than: 600 }, 'not met', 'The total is 512.40'],
		[{ ...total, compare: 'between', than: 500, to: 520 }, 'met', 'Total: 512.40 EUR'],
		[{ ...total, of: 'USD', compare: 'above', than: 5 }, 'cannot tell', 'not in USD'],
		[{ ...total, label: 'deposit', compare: 'above', than: 5 }, 'cannot tell', 'no deposit was found'],
		[{ ...total, label: null, compare: 'above', than: 500 }, 'met', 'An amount is 512.40 EUR'],
		[
			{ ...total, label: 'discount', unit: 'percent', of: null, compare: 'at least', than: 20 },
			'not met',
			'15 %',
		],
		[
			{ ...total, label: 'temperature', unit: 'measure', of: '°C', compare: 'above', than: 30 },
			'met',
			'31.0 °C',
		],

		[{ ...due, from: { ahead: 0 }, to: { ahead: 7 } }, 'met', 'Due date: 25 November 2026'],
		[{ ...due, from: null, to: { ahead: 6 } }, 'not met', 'Due date: 25 November 2026'],
		[{ ...due, from: { date: '2026-11-25' }, to: { date: '2026-11-25' } }, 'met', ''],
		[{ ...due, label: 'arrival', from: null, to: { ahead: 6 } }, 'cannot tell', 'no certain date'],

		[{ is: 'attachment', kind: 'any' }, 'met', '“offer.pdf”'],
		[{ is: 'attachment', kind: 'picture' }, 'met', '“photo of the tap.jpg”'],
		[{ is: 'attachment', kind: 'spreadsheet' }, 'not met', 'only “offer.pdf”'],

		[
			{ is: 'hours', time: { from: '10:00', to: '11:00' }, days: [] },
			'met',
			'It came between 10:00 and 11:00',
		],
		[{ is: 'hours', time: null, days: [0, 6] }, 'not met', 'It came not on'],
		[{ is: 'every' }, 'met', 'Every mail counts'],
		[{ is: 'beyond', words: 'sounds angry' }, 'cannot tell', '“sounds angry” is more than'],
		[{ is: 'seen', kinds: ['dog'], least: 1, most: null }, 'cannot tell', 'A mail does not show whether'],
		[{ is: 'kind', kind: 'fax' as never }, 'cannot tell', 'not a kind of mail that is known'],
	])('%j: %s', (condition, verdict, shows) => {
		const found = judged(condition);
		expect(found).toMatchObject({ verdict });
		expect(found.evidence).toContain(shows);
	});

	test.each([
		['Backup of nas01 failed', 'met'],
		['ERROR in your backup', 'met'],
		['Backup finished with 0 errors', 'cannot tell'],
		['The backup was successful', 'not met'],
		['The backup power failed', 'cannot tell'],
		['How the backup of a large site failed', 'cannot tell'],
		['No backup has failed', 'cannot tell'],
		['If a backup fails, you get a mail. It has never failed.', 'cannot tell'],
		['The payment failed. We have a backup card.', 'cannot tell'],
		['Meeting tomorrow', 'not met'],
	])('what a sentence denies or only imagines has not happened: %s', (text, verdict) => {
		const failed = says(['backup/Datensicherung … failed/failure/error']);
		expect(judged(failed, { subject: '', text }).verdict).toBe(verdict);
	});

	test.each([
		['Error on srv01', 'met'],
		['Monitoring: web-2 failed', 'met'],
		['No error on srv01', 'cannot tell'],
		['An error in your order SRV', 'not met'],
		['Server prices: an error in our mail', 'cannot tell'],
		['Error on page 12', 'not met'],
	])('a server may be told by its own name: %s', (text, verdict) => {
		expect(judged(says(['server … failed/error']), { subject: '', text }).verdict).toBe(verdict);
	});

	test.each([
		['The job on build-7 has failed', 'met'],
		['The job on build7 has failed', 'met'],
		['The job on build 17 has failed', 'not met'],
		['Our database: we are sorry', 'cannot tell'],
	])('names with numbers are written in several ways: %s', (text, verdict) => {
		expect(
			judged(says(['build7 … database … failed', 'build7 … failed']), { subject: '', text }).verdict,
		).toBe(verdict);
	});

	test('the parts that decided are told, and no others', () => {
		const beyond: Part = { is: 'beyond', words: 'sounds angry' };
		const or: Condition = { is: 'any', of: [beyond, says(['lawyer']), says(['Friday'])] };
		expect(judged(or)).toMatchObject({ verdict: 'met', information: ['The mail contains “Friday”.'] });
		const and: Condition = { is: 'all', of: [says(['Friday']), says(['lawyer']), beyond] };
		expect(judged(and)).toMatchObject({ verdict: 'not met', quoted: [] });
		expect(judged({ ...and, not: true }).verdict).toBe('met');
		expect(judged({ is: 'all', of: [says(['Friday']), beyond] }).verdict).toBe('cannot tell');
	});
});

describe('what was not read never counts as absent', () => {
	test.each<[Condition, Partial<JudgedMail>]>([
		[says(['lawyer']), { partly: true }],
		[says(['lawyer']), { text: `${'word '.repeat(20_001)} lawyer` }],
		[{ is: 'sender', any: ['Anna'] }, { sender: { address: null, checks: 'SPF none' } }],
		[{ is: 'attachment', kind: 'archive' }, { partly: true }],
		[{ is: 'attachment', kind: 'archive' }, { attachments: ['attachment 1'] }],
		[{ ...total, label: null, compare: 'above', than: 9000 }, { partly: true }],
		[
			{ is: 'kind', kind: 'invoice' },
			{ subject: 'Hello', text: 'See the file that is attached.', partly: true },
		],
	])('%j %j', (condition, mail) => {
		expect(judged(condition, mail).verdict).toBe('cannot tell');
		const { attachments, ...nameless } = { ...MAIL, ...mail };
		expect(judgeMail(condition, nameless, GIVEN).verdict).toBe('cannot tell');
	});
});

describe('a kind of mail is told by its structure', () => {
	const unconfirmed = { address: null, checks: 'SPF none' };
	const verdicts = MAIL_KINDS.flatMap((kind) =>
		SAMPLE_MAILS.map((mail) => ({
			kind,
			mail,
			verdict: judgeMail({ is: 'kind', kind }, { ...mail, sender: unconfirmed }, GIVEN).verdict,
		})),
	);

	test('none is taken for another', () => {
		const wrong = verdicts.filter(
			({ kind, mail, verdict }) => verdict === (mail.kind === kind ? 'not met' : 'met'),
		);
		expect(wrong.map(({ kind, mail }) => `${kind}: ${mail.subject}`)).toEqual([]);
	});

	test.each(MAIL_KINDS)('most of %s are told, and most others ruled out', (kind) => {
		const of = verdicts.filter((one) => one.kind === kind);
		const share = (own: boolean) => {
			const some = of.filter(({ mail }) => (mail.kind === kind) === own);
			return some.filter(({ verdict }) => verdict !== 'cannot tell').length / some.length;
		};
		expect(share(true)).toBeGreaterThanOrEqual(0.8);
		expect(share(false)).toBeGreaterThanOrEqual(0.6);
	});
});
