import { type Automation, NEW_AUTOMATION } from '@watchword/contract/automation';
import { UID } from './documents.ts';
import { type Answers, refused } from './wire.ts';

const IDS = 'bcefghijk';

/** A server that keeps automations: what is saved is there the next time it is read. The first is opened at `path`. */
export function keeping(...starts: Partial<Automation>[]) {
	let kept: Automation[] = [];
	const add = (start: Partial<Automation>): Automation => {
		const id = String(IDS[kept.length]).repeat(20);
		const own = {
			id,
			_owner: UID,
			_deleted: false,
			_paused: false,
			_snoozedUntil: null,
			_version: 1,
			runs: [],
		};
		const made = { ...NEW_AUTOMATION, ...own, ...start };
		kept = [...kept, made];
		return made;
	};
	const find = (id: string) => kept.find((one) => one.id === id) ?? refused('not-found');
	const save = (id: string, change: Partial<Automation>) => {
		const before = find(id);
		if (!('id' in before)) return before;
		const saved = { ...before, ...change, _version: before._version + 1 };
		kept = kept.map((one) => (one.id === id ? saved : one));
		return saved;
	};
	for (const start of starts) add(start);
	const answers: Answers = {
		'GET /api/automations': () => ({ items: kept, next: null }),
		'POST /api/automations': ({ body }) => add(body as Partial<Automation>),
		'GET /api/automations/{id}': ({ params }) => find(params.id),
		'PUT /api/automations/{id}': ({ params, body }) => save(params.id, body as Partial<Automation>),
		'PUT /api/automations/{id}/name': ({ params, body }) => save(params.id, { _name: body._name }),
		'DELETE /api/automations/{id}': ({ params }) => {
			kept = kept.filter(({ id }) => id !== params.id);
			return {};
		},
		'GET /api/automations/{id}/examples': { examples: [], taught: null, test: null, used: true },
		'GET /api/automations/{id}/values': { values: [], more: false },
		'POST /api/automations/{id}/reading': { reading: null },
		'GET /api/devices/{id}/captures': { items: [], next: null },
	};
	return { answers, stored: () => kept[0], path: `/app/automations/${kept[0]?.id}`, id: String(kept[0]?.id) };
}
