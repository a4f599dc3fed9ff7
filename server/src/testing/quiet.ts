import { Writable } from 'node:stream';
import pino, { type LevelWithSilent } from 'pino';

export const quiet = pino({ level: 'silent' });

/** A log whose lines are added to `lines`, as they are written. */
export function logTo(lines: string[], level: LevelWithSilent = 'info') {
	const sink = new Writable({
		write(line, _encoding, done) {
			lines.push(String(line));
			done();
		},
	});
	return pino({ level }, sink);
}
