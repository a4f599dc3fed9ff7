import type { Who } from '@watchword/scenes/place';
import type { PlaceName } from '@watchword/scenes/scene';

/** After so many minutes everything begins again. */
const ROUND_MINUTES = 12;

interface Visit {
	who: Who[];
	/** The first and the last minute of a round. */
	from: number;
	to: number;
	/** The hours of the day in which it does not happen. */
	not?: (hour: number) => boolean;
}

const atNight = (hour: number) => hour < 7 || hour > 20;

/** What comes and goes before the cameras of the demo while somebody looks, so that something happens within minutes. */
export const VISITS: Record<PlaceName, Visit[]> = {
	driveway: [
		{ who: ['car'], from: 0, to: 3 },
		// In the low light of morning and evening, the truck could also be a car.
		{ who: ['truck'], from: 6, to: 6, not: (hour) => hour < 10 || hour > 16 },
		{ who: ['person'], from: 9, to: 10, not: atNight },
	],
	garden: [
		{ who: ['dog'], from: 3, to: 4 },
		{ who: ['person', 'dog'], from: 8, to: 8, not: atNight },
	],
	porch: [
		// Between 10:00 and 11:00 a person raises the question of the parcel, which only a language model can answer.
		{ who: ['person'], from: 5, to: 7, not: (hour) => hour === 10 },
		{ who: ['dog'], from: 5, to: 5, not: (hour) => hour !== 10 },
	],
};

/** Who is there at this minute by the local clock; within an hour the same people stand at the same spots. */
export function whoIsThere(place: PlaceName, at: Date): { who: Who[]; cast: string } {
	const [hour, minute] = [at.getHours(), at.getMinutes() % ROUND_MINUTES];
	const visit = VISITS[place].find(({ from, to, not }) => from <= minute && minute <= to && !not?.(hour));
	return { who: visit?.who ?? [], cast: String(hour) };
}
