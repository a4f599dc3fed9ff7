import type { AutomationSummary } from '@watchword/contract/automation';
import { expect, test } from 'vitest';
import { arranged, linesOf } from './list-order.ts';

const automation = (id: string, _name: string, state: Partial<AutomationSummary> = {}) =>
	({ id, _name, _triggerType: 'email', _paused: false, _snoozedUntil: null, ...state }) as AutomationSummary;
const names = (lines: { name: string }[]) => lines.map(({ name }) => name);

test('a name is loading until it arrives, and unknown without a record', () => {
	expect(names(linesOf(['a', 'b'], undefined, true, 0))).toEqual(['Loading...', 'Loading...']);
	expect(names(linesOf(['a', 'b'], [automation('a', 'Gate')], false, 0))).toEqual([
		'Gate',
		'Unknown Automation',
	]);
});

test('the list is searched by every word and put in order', () => {
	const lines = linesOf(
		['1', '2', '3', '4'],
		[
			automation('1', 'Gate 10'),
			automation('2', 'gate 9'),
			automation('3', 'Äpfel'),
			automation('4', 'Bins'),
		],
		false,
		0,
	);
	expect(names(arranged(lines, '', 'oldest'))).toEqual(['Gate 10', 'gate 9', 'Äpfel', 'Bins']);
	expect(names(arranged(lines, '', 'newest'))).toEqual(['Bins', 'Äpfel', 'gate 9', 'Gate 10']);
	expect(names(arranged(lines, '', 'name'))).toEqual(['Äpfel', 'Bins', 'gate 9', 'Gate 10']);
	expect(names(arranged(lines, ' 1  GATE', 'name'))).toEqual(['Gate 10']);
	expect(names(arranged(lines, 'nothing', 'name'))).toEqual([]);
});

test('a line says that its automation is paused or snoozed, until the snooze is over', () => {
	const now = Date.parse('2026-06-01T12:00Z');
	const lines = linesOf(
		['a', 'b', 'c'],
		[
			automation('a', 'Gate', { _paused: true }),
			automation('b', 'Yard', { _snoozedUntil: '2026-06-01T13:00:00.000Z' }),
			automation('c', 'Bins', { _snoozedUntil: '2026-06-01T11:59:00.000Z' }),
		],
		false,
		now,
	);
	expect(lines.map(({ rest }) => rest?.state ?? null)).toEqual(['paused', 'snoozed', null]);
});

test('a line is marked whose condition can never be decided', () => {
	const lines = linesOf(
		['1', '2'],
		[automation('1', 'Gate'), automation('2', 'Mood', { _undecidable: true })],
		false,
		0,
	);
	expect(lines.map(({ isUndecidable }) => isUndecidable ?? false)).toEqual([false, true]);
});
