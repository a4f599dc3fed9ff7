/** Conditions joined in many ways: whatever is not understood, no verdict may be wrong. */
import { describe, expect, test } from 'vitest';
import { answerFromMail } from './answer.ts';

const MAILS = {
	english: {
		subject: 'Your invoice 4711',
		text: 'Your parcel was delivered on 16 November 2026.\nWe need a photo of the meter.\nTotal: EUR 73.19\nStatus: open\nThe contract has a guarantee.',
	},
	german: {
		subject: 'Ihre Rechnung 4711',
		text: 'Ihr Paket wurde am 16.11.2026 geliefert.\nWir brauchen ein Foto vom Zähler.\nGesamtbetrag: 73,19 €\nStatus: offen\nDer Vertrag hat eine Garantie.',
	},
};
const sender = { address: 'service@nordlicht.example', checks: 'SPF pass' };
const judge = (prompt: string, mail: keyof typeof MAILS) =>
	answerFromMail(prompt, {
		...MAILS[mail],
		from: 'Nordlicht <service@nordlicht.example>',
		attachments: [],
		sender,
	}).verdict;

type Condition = [words: string, denied: string, isTrue: boolean];
const ENGLISH: Condition[] = [
	['it mentions a guarantee', 'it does not mention a guarantee', true],
	['it is about a voucher', 'it is not about a voucher', false],
	['it is from Nordlicht', 'it is not from Nordlicht', true],
	['the total is over 100 EUR', 'the total is not over 100 EUR', false],
	['the subject contains invoice', 'the subject does not contain invoice', true],
	['the status is open', 'the status is not open', true],
	['it is an invoice', 'it is not an invoice', true],
	['they want a photo', 'they do not want a photo', true],
	['the parcel was delivered', 'the parcel was not delivered', true],
];
const GERMAN: Condition[] = [
	['es eine Garantie erwähnt', 'es keine Garantie erwähnt', true],
	['die Mail einen Gutschein enthält', 'die Mail keinen Gutschein enthält', false],
	['sie von Nordlicht ist', 'sie nicht von Nordlicht ist', true],
	['der Gesamtbetrag über 100 Euro liegt', 'der Gesamtbetrag nicht über 100 Euro liegt', false],
	['im Betreff Rechnung steht', 'im Betreff nicht Rechnung steht', true],
	['der Status offen ist', 'der Status nicht offen ist', true],
	['es eine Rechnung ist', 'es keine Rechnung ist', true],
	['eine Garantie erwähnt wird', 'keine Garantie erwähnt wird', true],
	['das Paket geliefert wurde', 'das Paket nicht geliefert wurde', true],
];

type Joint = [prompt: string, isMet: (a: boolean, b: boolean) => boolean];
const both = (a: boolean, b: boolean) => a && b;
const either = (a: boolean, b: boolean) => a || b;
const only = (a: boolean, b: boolean) => a && !b;
const JOINTS: Record<keyof typeof MAILS, Joint[]> = {
	english: [
		['Tell me if {a} and {b}', both],
		['If {a} but {b}, tell me', both],
		['Tell me if {a} or {b}', either],
		['If either {a} or {b}, tell me', either],
		['If {a}, tell me, otherwise if {b}, tell me', either],
		['Tell me if {a}, unless {b}', only],
		['If {a} except when {b}, let me know', only],
		['Tell me if {a}, but not if {b}', only],
		['Tell me if {a}. Ignore it if {b}.', only],
		['Unless {b}, tell me if {a}', only],
		['If {b} then ignore it, otherwise tell me if {a}', only],
		['If {a} although {b}, tell me', both],
		['Tell me if {a} as long as {b}', both],
		['If {a} even if {b}, tell me', (a) => a],
	],
	german: [
		['Sag mir Bescheid, wenn {a} und {b}', both],
		['Wenn {a}, aber {b}, sag mir Bescheid', both],
		['Informiere mich, falls {a}, obwohl {b}', both],
		['Wenn {a} oder {b}, benachrichtige mich', either],
		['Wenn entweder {a} oder {b}, melde dich', either],
		['Sag mir Bescheid, wenn {a}, außer wenn {b}', only],
		['Sag mir Bescheid, wenn {a}, es sei denn, dass {b}', only],
		['Sag mir Bescheid, wenn {a}, aber nicht wenn {b}', only],
		['Sag mir Bescheid, wenn {a}. Ignoriere es, wenn {b}.', only],
		['Wenn {a}, sag mir Bescheid. Wenn {b}, sag mir nicht Bescheid.', only],
		['Wenn {b}, ignoriere es, sonst sag mir Bescheid, wenn {a}', only],
	],
};

const sides = ([words, denied, isTrue]: Condition): [words: string, isTrue: boolean][] => [
	[words, isTrue],
	[denied, !isTrue],
];

describe.each([
	['english', ENGLISH],
	['german', GERMAN],
] as const)('conditions in %s', (language, conditions) => {
	test.each(JOINTS[language])('%s', (joint, isMet) => {
		const wrong = conditions.flatMap((first) =>
			conditions
				.filter((second) => second !== first)
				.flatMap((second) =>
					sides(first).flatMap(([a, isA]) =>
						sides(second).flatMap(([b, isB]) => {
							const prompt = joint.replace('{a}', a).replace('{b}', b);
							const verdict = judge(prompt, language);
							const right = isMet(isA, isB) ? 'met' : 'not met';
							return verdict === right || verdict === 'cannot tell' ? [] : [`${prompt}: ${verdict}`];
						}),
					),
				),
		);
		expect(wrong).toEqual([]);
	});
});

test.each([
	['Tell me if it is from Nordlicht and not about a guarantee', 'english', 'not met'],
	['Tell me if the subject contains invoice and it mentions a guarantee', 'english', 'met'],
	['Tell me if it does not mention a guarantee or it is from Nordlicht', 'english', 'met'],
	['Tell me if it does not mention a voucher or a coupon', 'english', 'met'],
	['Tell me if the total is under 100 EUR and the parcel was delivered', 'english', 'met'],
	['If it is from Nordlicht, tell me if it mentions a voucher', 'english', 'cannot tell'],
	['If it is from ACME, tell me if it mentions a voucher', 'english', 'not met'],
	['Tell me if it mentions a voucher, a guarantee or a coupon', 'english', 'met'],
	['Tell me if it does not mention a voucher, a guarantee or a coupon', 'english', 'not met'],
	['Tell me if it mentions a voucher, a coupon or a discount', 'english', 'not met'],
	['Tell me if it is from ACME and mentions a voucher or a guarantee', 'english', 'not met'],
	['Tell me if it is from Nordlicht and mentions a voucher or a guarantee', 'english', 'met'],
	['Tell me if it mentions a guarantee or a voucher and is from ACME', 'english', 'not met'],
	['Tell me if it mentions a voucher and either a guarantee or a meter', 'english', 'not met'],
	['Tell me if it mentions a guarantee or a voucher and a coupon', 'english', 'cannot tell'],
	['Tell me about every mail from Nordlicht that does not mention a voucher', 'english', 'met'],
	['Tell me if the subject contains invoice and does not contain parcel', 'english', 'met'],
	['Tell me if it does not mention a voucher or contain a guarantee', 'english', 'not met'],
	['Tell me if it does not mention a guarantee or is from Nordlicht', 'english', 'met'],
	['Tell me if it is from ACME and it is an invoice or it mentions a guarantee', 'english', 'cannot tell'],
	['Tell me if it mentions a guarantee or it is an invoice and it is from ACME', 'english', 'cannot tell'],
	['Does it mention a guarantee without mentioning a voucher?', 'english', 'met'],
	['If the total is not between 50 and 60 EUR, tell me', 'english', 'cannot tell'],
	['If nobody asks for a photo, tell me', 'english', 'cannot tell'],
	['If it fails to mention a guarantee, tell me', 'english', 'cannot tell'],
	['Wenn nirgends ein Gutschein erwähnt wird, sag mir Bescheid', 'german', 'cannot tell'],
	['Wenn sie von Nordlicht ist und eine Garantie erwähnt wird, sag mir Bescheid', 'german', 'met'],
	['Wenn es einen Gutschein oder eine Garantie erwähnt, sag mir Bescheid', 'german', 'met'],
	['Wenn der Status offen ist oder die Mail einen Gutschein erwähnt, melde dich', 'german', 'met'],
	['Ignoriere es, wenn es eine Rechnung ist, sonst sag mir Bescheid', 'german', 'not met'],
	['Sag mir Bescheid, wenn "Garantie und Service" vorkommt', 'german', 'not met'],
] as const)('%s', (prompt, mail, verdict) => expect(judge(prompt, mail)).toBe(verdict));
