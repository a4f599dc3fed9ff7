import type { Automation } from '@watchword/contract/automation';
import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import { me, UID } from './documents.ts';
import { type Answers, refused, tell } from './wire.ts';

const IDS = 'bcefghijk';

/** A server that keeps automations: what is saved is there the next time it is read, and told. The first is opened at `path`. */
export function keeping(...starts: Partial<Automation>[]) {
	let kept: Automation[] = [];
	let made = 0;
	const newId = () => String(IDS[made++]).repeat(20);
	const add = (start: Partial<Automation>): Automation => {
		const id = newId();
		const own = {
			id,
			_owner: UID,
			_deleted: false,
			_paused: false,
			_snoozedUntil: null,
			_undecidable: false,
			_nowBeyond: null,
			_version: 1,
			runs: [],
		};
		const made = { ...NEW_AUTOMATION, ...own, ...start };
		kept = [...kept, made];
		return made;
	};
	const find = (id: string) => kept.find((one) => one.id === id) ?? refused('not-found');
	const change = (id: string, part: Partial<Automation>) => {
		const before = find(id);
		if (!('id' in before)) return before;
		const changed = { ...before, ...part };
		kept = kept.map((one) => (one.id === id ? changed : one));
		return changed;
	};
	const save = (id: string, part: Partial<Automation>) => {
		const before = find(id);
		if (!('id' in before)) return before;
		if (part._version !== undefined && part._version !== before._version) return refused('conflict');
		return change(id, { ...part, _version: before._version + 1 });
	};
	const remove = (id: string) => {
		kept = kept.filter((one) => one.id !== id);
		return {};
	};
	const copy = (id: string) => {
		const of = find(id);
		return 'id' in of ? add({ ...of, id: newId(), _name: `Copy of ${of._name}`, _paused: true }) : of;
	};
	/** Told when it is answered, as by the server. */
	const told = <T>(answer: T): T => {
		setTimeout(() => tell('automations'));
		return answer;
	};
	for (const start of starts) add(start);
	const first = String(kept[0]?.id);
	const answers: Answers = {
		'GET /api/users/me': () => me({ automations: kept.map(({ id }) => id) }),
		'GET /api/automations/{id}/mail': { last_mail_at: null, mailbox: null },
		'GET /api/automations': () => ({ items: kept, next: null }),
		'POST /api/automations': ({ body }) => told(add(body as Partial<Automation>)),
		'GET /api/automations/{id}': ({ params }) => find(params.id),
		'PUT /api/automations/{id}': ({ params, body }) => told(save(params.id, body as Partial<Automation>)),
		'PUT /api/automations/{id}/name': ({ params, body }) => told(save(params.id, { _name: body._name })),
		'DELETE /api/automations/{id}': ({ params }) => told(remove(params.id)),
		'POST /api/automations/{id}/copy': ({ params }) => told(copy(params.id)),
		'PUT /api/automations/{id}/snooze': ({ params, body: { until } }) => {
			const at = until && new Date(Date.now() + 3_600_000).toISOString();
			return told(change(params.id, { _snoozedUntil: at }));
		},
		'PUT /api/automations/{id}/paused': ({ params, body }) =>
			told(change(params.id, { _paused: body.paused, _snoozedUntil: null })),
		'GET /api/automations/{id}/examples': { examples: [], taught: null, test: null, used: true },
		'GET /api/automations/{id}/values': { values: [], more: false },
		'POST /api/automations/{id}/reading': { reading: null },
		'GET /api/devices/{id}/captures': { items: [], next: null },
	};
	return {
		answers,
		all: () => kept,
		add,
		stored: () => kept[0],
		/** What another tab does with the first. */
		elsewhere: { save: (part: Partial<Automation>) => save(first, part), remove: () => remove(first) },
		path: `/app/automations/${first}`,
		id: first,
	};
}
