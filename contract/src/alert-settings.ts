import { z } from 'zod';
import { NOTIFY_BY, QUIET_HOURS, TELL_WHEN, WORKS_WHEN } from './alerts.ts';
import { CHANNELS_MAX } from './channels.ts';
import { MORE_ADDRESSES_MAX, WAIT_MINUTES_MAX } from './constants.ts';
import { email, id, timeOfDay } from './ids.ts';
import { ends } from './limit.ts';

const minutes = z
	.int()
	.min(1, 'must be at least 1 minute')
	.max(WAIT_MINUTES_MAX, `must be at most ${WAIT_MINUTES_MAX} minutes`)
	.nullable();

/** How and when an automation notifies people. */
export const alertSettings = {
	/** For a conditional watch of captures. */
	_tell: z.enum(TELL_WHEN),
	/** Notify again after this many minutes while it lasts; null for never. */
	_tellAgainMinutes: minutes,
	/** Also notify when it is over. */
	_tellOver: z.boolean(),
	/** It begins and ends only when two captures in a row agree. */
	_tellTwice: z.boolean(),
	/** The least time between two mails; null for none. */
	_leastMinutes: minutes,
	_quiet: z.enum(QUIET_HOURS),
	/** Its own quiet hours, as the clock on the wall of `_zone` shows them; they may cross midnight. */
	_quietStart: timeOfDay.nullable(),
	_quietEnd: timeOfDay.nullable(),
	_works: z.enum(WORKS_WHEN),
	/** Who gets the mail besides `action_toAddress`. */
	action_moreAddresses: z
		.array(email)
		.max(MORE_ADDRESSES_MAX, ends(`may have at most ${MORE_ADDRESSES_MAX} further addresses`))
		.overwrite((addresses) => [...new Map(addresses.map((one) => [one.toLowerCase(), one])).values()]),
	/** A picture that shows nothing new since the last judged one is not judged. */
	_skipSame: z.boolean(),
	_notify: z.enum(NOTIFY_BY),
	/** The owner's channels that get the same message, by their ids. */
	_channels: z
		.array(id)
		.max(CHANNELS_MAX, ends(`may have at most ${CHANNELS_MAX} channels`))
		.overwrite((ids) => [...new Set(ids)]),
};
