import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from '../problem.ts';

const TOOLS = fileURLToPath(new URL('../../../.tools', import.meta.url));
/** The versions of the packages that hold ffmpeg itself, for systems without one. See docs/decisions/018-bridge.md. */
const PACKAGES: Record<string, string> = {
	'linux-x64': '4.1.0',
	'linux-arm64': '4.1.4',
	'darwin-x64': '4.1.0',
	'darwin-arm64': '4.1.5',
};

export interface Ffmpeg {
	program: string;
	/** Whether its playlists take options, such as for TCP; not before version 4.4. */
	takesOptions: boolean;
	/** Passes pictures on as they come, none doubled and none dropped. */
	passthrough: string[];
}

/** The system's ffmpeg, or else the one from npm, installed once into .tools. */
export async function bringFfmpeg(print: (line: string) => void): Promise<Ffmpeg> {
	const own = await look('ffmpeg');
	if (own) return own;
	const platform = `${process.platform}-${process.arch}`;
	const version = PACKAGES[platform];
	const home = join(TOOLS, 'ffmpeg');
	const program = join('node_modules/@ffmpeg-installer', platform, 'ffmpeg');
	const missing = 'ffmpeg is missing: install it with the packages of your system and start again.';
	if (!version) throw new Problem(missing);
	if (!existsSync(join(home, program))) {
		print('ffmpeg is missing here: bringing it from npm ...');
		// Installed elsewhere and moved when complete, so that an interrupted install never looks finished.
		const aside = `${home}.${process.pid}`;
		// The folder of an unpacked archive may belong to root.
		await mkdir(aside, { recursive: true }).catch(() => {
			throw new Problem(missing);
		});
		try {
			const name = `@ffmpeg-installer/${platform}@${version}`;
			const args = ['install', '--prefix', aside, '--no-save', '--ignore-scripts', '--loglevel=error', name];
			const isBrought = await new Promise((resolve) =>
				spawn('npm', args, { stdio: 'ignore' })
					.once('error', () => resolve(false))
					.once('close', (code) => resolve(code === 0)),
			);
			if (!isBrought || !(await look(join(aside, program)))) throw new Problem(missing);
			await rename(aside, home).catch((error: NodeJS.ErrnoException) => {
				// Another bridge was faster.
				if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
			});
		} finally {
			await rm(aside, { recursive: true, force: true });
		}
	}
	const brought = await look(join(home, program));
	if (!brought) throw new Problem(missing);
	return brought;
}

/** The program and what it supports, or null if it does not run. */
const look = (program: string) =>
	new Promise<Ffmpeg | null>((resolve) => {
		execFile(program, ['-version'], (error, said) => {
			if (error) return resolve(null);
			resolve({ program, ...optionsOf(said) });
		});
	});

/** What a version supports, from its version output. */
export function optionsOf(said: string): Omit<Ffmpeg, 'program'> {
	const [, major = 0, minor = 0] = /libavformat\s+(\d+)\.\s*(\d+)/.exec(said) ?? [];
	const libavformat = Number(major) * 1000 + Number(minor);
	return {
		takesOptions: libavformat >= 58_076,
		// New in 5.1, which deprecates the other one: later versions go without it.
		passthrough: libavformat >= 59_027 ? ['-fps_mode', 'passthrough'] : ['-vsync', '0'],
	};
}
