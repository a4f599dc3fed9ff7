import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const PROGRAM = join(import.meta.dirname, 'main.ts');

test('a command whose output nobody reads to its end ends without an error, as in a pipe to head', async () => {
	const command = spawn(process.execPath, [PROGRAM, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] });
	command.stdout.destroy();
	const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
	expect([said, code]).toEqual(['', 0]);
});
