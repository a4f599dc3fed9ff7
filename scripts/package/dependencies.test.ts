import { expect, test } from 'vitest';
import { type Lockfile, runtimeDependencies } from './dependencies.ts';

const lock: Lockfile = {
	packages: {
		server: { dependencies: { '@ours/contract': '*', web: '1.0.0', pictures: '1.0.0' } },
		'node_modules/adm-zip': { version: '1.0.0' },
		contract: { dependencies: { schema: '2.0.0' } },
		portal: { dependencies: { drawing: '1.0.0' } },
		'node_modules/@ours/contract': { link: true, resolved: 'contract' },
		'node_modules/web': {
			version: '1.0.0',
			dependencies: { schema: '1.0.0', 'adm-zip': '1.0.0' },
			peerDependencies: { log: '*', tester: '*' },
			peerDependenciesMeta: { tester: { optional: true } },
		},
		'node_modules/web/node_modules/schema': { version: '1.0.0' },
		'node_modules/schema': { version: '2.0.0' },
		'node_modules/log': { version: '1.0.0' },
		'node_modules/tester': { version: '1.0.0' },
		'node_modules/drawing': { version: '1.0.0' },
		'node_modules/pictures': {
			version: '1.0.0',
			optionalDependencies: { 'pictures-linux-x64': '1.0.0', 'pictures-darwin-arm64': '1.0.0' },
		},
		'node_modules/pictures-linux-x64': { version: '1.0.0', os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
		'node_modules/pictures-darwin-arm64': { version: '1.0.0', os: ['darwin'], cpu: ['arm64'] },
	},
};

test('finds what a workspace needs: nested versions, needed peers, and the native parts of the platform', () => {
	const found = runtimeDependencies(lock, ['server'], 'linux-x64');
	expect(found.map(({ path }) => path)).toEqual([
		'contract',
		'node_modules/log',
		'node_modules/pictures',
		'node_modules/pictures-linux-x64',
		'node_modules/schema',
		'node_modules/web',
		'node_modules/web/node_modules/schema',
		'server',
	]);
	expect(found.find(({ name }) => name === 'web')?.needs).toEqual([
		'node_modules/web/node_modules/schema',
		'node_modules/log',
	]);
});

test('another platform gets its own native parts', () => {
	const names = runtimeDependencies(lock, ['server'], 'darwin-arm64').map(({ name }) => name);
	expect(names).toContain('pictures-darwin-arm64');
	expect(names).not.toContain('pictures-linux-x64');
});
