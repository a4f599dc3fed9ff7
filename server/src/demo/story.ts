import type { Answer } from '@watchword/contract/verdict';
import type { Who } from '@watchword/scenes/place';
import type { PlaceName } from '@watchword/scenes/scene';

type Verdict = Answer['verdict'];

interface Moment {
	/** In the local time of the cameras. */
	at: string;
	who: Who[];
	/** The right answer to each prompt below, written by a person. */
	expect: Record<string, Verdict>;
	/** What the log shows, if it is more than a verdict. */
	told?: string;
}

export interface Chapter {
	desc: string;
	place: PlaceName;
	/** The automations of this camera and their prompts. */
	prompts: Record<string, string>;
	moments: Moment[];
}

/** How the pictures are drawn: the same every day, so that tests see the same pictures as visitors. */
export const LOOK = { seed: 'demo', weather: 'clear' } as const;

const VISITOR = 'Someone at the front porch';
const PARCEL = 'Parcel handed over';
const DOG = 'The dog is out';
const TRUCK = 'Delivery truck';
const LOG = 'Driveway log';

/** A day of the demo account: a delivery in the morning, the dog in the garden, a visitor in the evening. */
export const STORY: Chapter[] = [
	{
		desc: 'Driveway',
		place: 'driveway',
		prompts: { [TRUCK]: 'Tell me when there is a truck.', [LOG]: 'Count the cars and the people.' },
		moments: [
			{
				at: '07:40',
				who: ['car'],
				expect: { [TRUCK]: 'not met', [LOG]: 'met' },
				told: 'There is 1 car and 0 people.',
			},
			{
				at: '10:24',
				who: ['truck'],
				expect: { [TRUCK]: 'met', [LOG]: 'met' },
				told: 'There are 0 cars and 0 people.',
			},
			{
				at: '13:05',
				who: [],
				expect: { [TRUCK]: 'not met', [LOG]: 'met' },
				told: 'There are 0 cars and 0 people.',
			},
			{
				at: '17:10',
				who: ['car'],
				expect: { [TRUCK]: 'not met', [LOG]: 'met' },
				told: 'There is 1 car and 0 people.',
			},
			{
				at: '20:38',
				who: ['person'],
				expect: { [TRUCK]: 'not met', [LOG]: 'met' },
				told: 'There are 0 cars and 1 person.',
			},
		],
	},
	{
		desc: 'Garden',
		place: 'garden',
		prompts: { [DOG]: 'When there is a dog and nobody is with it, note it.' },
		moments: [
			{ at: '08:15', who: ['dog'], expect: { [DOG]: 'met' } },
			{ at: '11:30', who: [], expect: { [DOG]: 'not met' } },
			{ at: '15:20', who: ['person', 'dog'], expect: { [DOG]: 'not met' } },
			{ at: '17:45', who: ['dog'], expect: { [DOG]: 'met' } },
			{ at: '21:30', who: [], expect: { [DOG]: 'not met' } },
		],
	},
	{
		desc: 'Front porch',
		place: 'porch',
		prompts: {
			[VISITOR]: 'Tell me when there is a person.',
			// The courier comes then. At other times it can tell without a language model: nothing is to be told.
			[PARCEL]: 'Between 10:00 and 11:00, tell me when there is a person and a parcel.',
		},
		moments: [
			{ at: '09:00', who: [], expect: { [VISITOR]: 'not met', [PARCEL]: 'not met' } },
			{ at: '10:27', who: ['person', 'parcel'], expect: { [VISITOR]: 'met', [PARCEL]: 'cannot tell' } },
			{ at: '10:31', who: ['parcel'], expect: { [VISITOR]: 'not met', [PARCEL]: 'not met' } },
			{ at: '16:05', who: ['dog'], expect: { [VISITOR]: 'not met', [PARCEL]: 'not met' } },
			// Somebody waits at the door for a while: one episode of several captures.
			{ at: '20:45', who: ['person'], expect: { [VISITOR]: 'met', [PARCEL]: 'not met' } },
			{ at: '20:46', who: ['person'], expect: { [VISITOR]: 'met', [PARCEL]: 'not met' } },
			{ at: '20:48', who: ['person'], expect: { [VISITOR]: 'met', [PARCEL]: 'not met' } },
		],
	},
];

/** The last time the local clock showed this. */
export function lastTime(clock: string, now: Date): Date {
	const [hours = 0, minutes = 0] = clock.split(':').map(Number);
	const at = new Date(now);
	at.setHours(hours, minutes, 0, 0);
	if (at > now) at.setDate(at.getDate() - 1);
	return at;
}
