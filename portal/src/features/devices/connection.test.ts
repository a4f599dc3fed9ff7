import { afterEach, beforeEach, expect, test } from 'vitest';
import { chooseZone } from '../../lib/time.ts';
import { connectionOf, problemInWords } from './connection.ts';

beforeEach(() => chooseZone('UTC'));
afterEach(() => chooseZone(null));

const NOW = Date.parse('2026-11-16T15:00:00Z');
const since = (problem_since: string, problem = 'Camera unreachable') =>
	problemInWords({ problem, problem_since, connection: 'rtsp' }, NOW);

test('a problem says since when it is there', () => {
	expect(since('2026-11-16T14:02:00Z')).toMatch(/^Camera unreachable since (2:02\sPM|14:02)\.$/);
	expect(since('2026-11-14T14:02:00Z')).toMatch(/^Camera unreachable since .*14.*, (2:02\sPM|14:02)\.$/);
	expect(since('2026-11-16T14:02:00Z', 'The password is wrong.')).toMatch(/^The password is wrong since /);
	expect(problemInWords({ problem: null, problem_since: null, connection: 'rtsp' }, NOW)).toBeNull();
});

test('a mail without a picture came at a time', () => {
	const mailed = { problem: 'A mail without a picture came.', problem_since: '2026-11-16T14:02:00Z' };
	expect(problemInWords({ ...mailed, connection: 'mail' }, NOW)).toMatch(
		/^A mail without a picture came \((2:02\sPM|14:02)\)\.$/,
	);
});

test('every connection has its words', () => {
	expect(connectionOf({ connection: 'rtsp' })).toBe('Network camera, RTSP through your bridge');
	expect(connectionOf({ connection: null })).toBe('Camera, with the device key');
});
