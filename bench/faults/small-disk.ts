import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of this many megabytes; null if creating one is not allowed. */
export async function smallDisk(megabytes: number) {
	const folder = await mkdtemp(join(tmpdir(), 'watchword-disk-'));
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder], {
			stdio: 'pipe',
		});
	} catch {
		await rm(folder, { recursive: true });
		return null;
	}
	const ballast = join(folder, 'ballast');
	return {
		folder,
		/** Takes every free byte, now and whenever others free some. */
		async fill() {
			const file = await open(ballast, 'a');
			const megabyte = Buffer.alloc(1024 * 1024);
			for (let size = megabyte.length; size >= 1; ) {
				const written = await file.write(megabyte, 0, size).catch(() => null);
				if (!written) size = Math.floor(size / 2);
			}
			await file.close();
		},
		empty: () => rm(ballast),
		async remove() {
			execFileSync('umount', ['--lazy', folder]);
			await rm(folder, { recursive: true });
		},
	};
}
