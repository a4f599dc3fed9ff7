import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { registry } from '../base/metrics.ts';
import { FIGURES } from './metrics.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');

const dashboard: { panels: { title: string; targets?: { expr: string }[] }[] } = JSON.parse(
	read('deploy/grafana.json'),
);
const queries = dashboard.panels.flatMap(({ title, targets = [] }) =>
	targets.map(({ expr }) => ({ where: title, text: expr })),
);
const PAGES = ['deploy/alerts.yaml', 'docs/operation.md'].map((where) => ({ where, text: read(where) }));

const exported = registry.getMetricsAsArray() as unknown as { name: string; labelNames?: string[] }[];
const names = new Set([
	...Object.keys(FIGURES),
	...exported.flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
]);
/** Prometheus adds the last three. */
const labels = new Set([...exported.flatMap(({ labelNames = [] }) => labelNames), 'le', 'job', 'instance']);

test('the dashboard has queries', () => expect(queries.length).toBeGreaterThan(15));

test.each([...queries, ...PAGES])('$where names metrics that the server exports', ({ text }) => {
	const named = text.match(/\b(?:watchword|process|nodejs)_[a-z_]+[a-z]\b/g) ?? [];
	expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test.each(queries)('$where asks for labels that its metrics have', ({ text }) => {
	const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(', '));
	const chosen = [...text.matchAll(/[{,]\s*(\w+)=/g)].map(([, label = '']) => label);
	expect([...grouped, ...chosen].filter((label) => !labels.has(label))).toEqual([]);
});
