import { describe, expect, test } from 'vitest';
import { asksForSender, withinWhatIsConfirmed } from './sender-rule.ts';

test.each([
	'When the sender is Anna',
	'If this mail is from my boss',
	'Mails from the bank',
	'anything sent by accounting',
	'alert me about anna@example.com',
	'If it comes from Anna, forward it',
])('"%s" depends on the sender', (prompt) => expect(asksForSender(prompt)).toBe(true));

test.each([
	'Extract the total from the invoice',
	'Take the date from this mail',
	'appointments from 9 to 5',
	'If the mail mentions a discount',
	'the event from Monday to Friday',
	'a copy of the text from it',
])('"%s" does not', (prompt) => expect(asksForSender(prompt)).toBe(false));

describe('a verdict of a model about the sender', () => {
	const given = {
		evidence: 'It says it is Anna.',
		verdict: 'met' as const,
		information: 'Anna wrote.',
		email_subject: '',
		email_html: '',
	};
	const parts = (address: string | null, prompt = 'When the sender is Anna') => ({
		prompt,
		trigger: 'email' as const,
		wantsMail: false,
		mail: { from: 'Anna <anna@example.com>', subject: '', text: '', sender: { address, checks: 'SPF fail' } },
		now: new Date(0),
		zone: 'UTC',
	});

	test('is "cannot tell" where the address is not confirmed, and says why', () => {
		expect(withinWhatIsConfirmed(given, parts(null))).toMatchObject({
			verdict: 'cannot tell',
			evidence: expect.stringContaining('the From address is not confirmed (SPF fail)'),
		});
	});

	test('stays if the address is confirmed or does not matter', () => {
		expect(withinWhatIsConfirmed(given, parts('anna@example.com'))).toBe(given);
		expect(withinWhatIsConfirmed(given, parts(null, 'If it mentions a parcel'))).toBe(given);
	});
});
