import { expect, test } from 'vitest';
import { type MailTimes, mailTimesEdit, mailTimesProblems } from './mail-times.ts';

const times: MailTimes = {
	isQuiet: true,
	quietStart: '22:00',
	quietEnd: '06:00',
	hasBrief: true,
	briefAt: '07:30',
};
const DIFFER = 'Quiet hours need a beginning and an end that differ.';

test.each<[Partial<MailTimes>, object]>([
	[{}, {}],
	[{ quietEnd: '22:00' }, { quiet: DIFFER }],
	[{ quietStart: '' }, { quiet: DIFFER }],
	[{ quietStart: '', isQuiet: false }, {}],
	[{ briefAt: '' }, { brief: 'Enter a time.' }],
	[{ briefAt: '', hasBrief: false }, {}],
])('%j gives %j', (part, problems) => {
	expect(mailTimesProblems({ ...times, ...part })).toEqual(problems);
});

test('what was changed is saved, turned off as none, with the zone; the rest is left as another tab may have it', () => {
	const off = { isQuiet: false };
	expect(mailTimesEdit({ ...times, ...off }, off, 'Asia/Tokyo')).toEqual({
		quiet_start: null,
		quiet_end: null,
		alert_zone: 'Asia/Tokyo',
	});
	const later = { briefAt: '08:00' };
	expect(mailTimesEdit({ ...times, ...later }, later, 'UTC')).toEqual({
		brief_at: '08:00',
		alert_zone: 'UTC',
	});
});
