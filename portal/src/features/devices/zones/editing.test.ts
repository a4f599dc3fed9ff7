import { shapeProblem, type Zone, zonesProblem } from '@watchword/contract/zone';
import { expect, test } from 'vitest';
import { addCorner, freeName, moveCorner, rectangle, removeCorner, withSaved, withZone } from './editing.ts';

const first = (): Zone[] => withZone([], rectangle([]), 4 / 3);

test('new zones are right as they are, up to the most there may be', () => {
	let zones: Zone[] = [];
	for (let count = 0; count < 16; count++) zones = withZone(zones, rectangle(zones), 1.5);
	expect(zonesProblem(zones)).toBeNull();
	expect(freeName([{ ...zones[0], name: 'area 2' } as Zone])).toBe('Area 3');
});

test('a corner stays inside the picture, and its zone takes the shape of that picture', () => {
	const [zone] = moveCorner(first(), 0, 1, { x: 1.4, y: -2 }, 16 / 9);
	expect(zone?.points[1]).toEqual({ x: 1, y: 0 });
	expect(zone?.ratio).toBe(1.778);
});

test('corners are added in the middle of a side, and removed down to three', () => {
	const more = addCorner(first(), 0, 3);
	expect(more[0]?.points[4]).toEqual({ x: 0.3, y: 0.45 });
	expect(shapeProblem(more[0]?.points ?? [])).toBeNull();
	const three = removeCorner(removeCorner(removeCorner(more, 0, 4), 0, 0), 0, 0);
	expect(three[0]?.points).toHaveLength(3);
});

test('what another tab saves meanwhile is taken over, except where it was changed here', () => {
	const zone = (name: string, use: Zone['use'] = 'named'): Zone => ({
		...{ name, use, ratio: null },
		points: rectangle([]),
	});
	const before = [zone('door'), zone('yard'), zone('road')];
	const names = (zones: readonly Zone[]) => zones.map(({ name, use }) => `${name} ${use}`);
	// Here: door changed, road removed, sky drawn. Elsewhere: door and yard changed, road changed, gate drawn.
	const mine = [zone('door', 'only'), zone('yard'), zone('sky')];
	const saved = [zone('door', 'never'), zone('yard', 'never'), zone('road', 'never'), zone('gate')];
	expect(names(withSaved(mine, before, saved))).toEqual([
		'door only',
		'yard never',
		'sky named',
		'gate named',
	]);
	// What was removed or renamed elsewhere is gone, and what was renamed here is not there twice.
	const renamed = [zone('front door'), zone('yard'), zone('road')];
	expect(names(withSaved(renamed, before, [zone('door'), zone('lawn')]))).toEqual([
		'front door named',
		'lawn named',
	]);
	expect(withSaved(mine, before, before)).toBe(mine);
	// Two zones that were drawn under one name both stay; the same zone is not there twice.
	const two = withSaved([zone('gate')], [], [zone('Gate', 'never')]);
	expect(names(two)).toEqual(['gate named', 'Gate never']);
	expect(zonesProblem([...two])?.problem).toContain('Another zone has the name');
	expect(names(withSaved([zone('gate')], [], [zone('gate')]))).toEqual(['gate named']);
});
