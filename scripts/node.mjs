// Which Node.js Watchword runs on, and how. Plain JavaScript, because the oldest Node.js that starts it must read this.

import { fileURLToPath } from 'node:url';

export const NODE_MAJOR = 24;

/** Compiled code of earlier starts; removed when the server is built again. */
export const COMPILED = fileURLToPath(new URL('../server/dist/compiled', import.meta.url));

/**
 * SQLite, which locks the data folder, is still marked experimental. On a large machine V8 reserves 128 MB for short-lived
 * objects, which is more than all the rest. Next to a small heap, pictures fill the memory quickly: unless the heap may grow to
 * three times its size between two full collections, these take a quarter of the CPU time while captures come in.
 */
export const NODE_FLAGS = [
	'--disable-warning=ExperimentalWarning',
	'--max-semi-space-size=32',
	'--heap-growing-percent=200',
];

/**
 * Returns memory to the system that is freed. Without a fixed threshold, the C library keeps more the more is freed at once, such
 * as 40 MB after PostgreSQL's functions were compiled. What is read from a connection comes in blocks of 64 kB: allocated
 * beside small objects, these would leave up to 150 MB of holes.
 */
export const NODE_ENVIRONMENT = {
	MALLOC_TRIM_THRESHOLD_: String(2 ** 20),
	MALLOC_MMAP_THRESHOLD_: String(2 ** 16),
};

/**
 * The package on npm that holds Node.js itself for a platform such as linux-x64. The package `node` would fetch this one
 * from an install script, which npm no longer runs unasked.
 * @param {string} platform
 */
export const nodePackage = (platform) =>
	platform === 'darwin-arm64' ? `node-bin-${platform}` : `node-${platform}`;
