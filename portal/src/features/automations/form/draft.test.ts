import { expect, test } from 'vitest';
import { type Draft, readDraft, sweepDrafts, writeDraft } from './draft.ts';
import type { Form } from './form.ts';
import { MAIL_FORM } from './testing.ts';

class MemoryStorage implements Storage {
	readonly #items = new Map<string, string>();
	get length() {
		return this.#items.size;
	}
	key = (at: number) => [...this.#items.keys()][at] ?? null;
	getItem = (key: string) => this.#items.get(key) ?? null;
	setItem(key: string, value: string) {
		if (value.length > 100_000) throw new DOMException('full', 'QuotaExceededError');
		this.#items.set(key, value);
	}
	removeItem = (key: string) => void this.#items.delete(key);
	clear = () => this.#items.clear();
}

const form: Form = {
	...MAIL_FORM,
	_schedule: ['12:00', ''],
	action_prompt: 'Half a sen',
	action_toAddress: 'half@',
};
const draft: Draft = { version: 3, savedAt: 1_000, form };

test('a draft comes back as it was, to the account and automation it belongs to', () => {
	const storage = new MemoryStorage();
	writeDraft('me', 'one', draft, storage);
	expect(readDraft('me', 'one', storage)).toEqual(draft);
	expect(readDraft('you', 'one', storage)).toBeNull();
	expect(readDraft('me', 'two', storage)).toBeNull();
	writeDraft('me', 'one', null, storage);
	expect(readDraft('me', 'one', storage)).toBeNull();
});

test('a draft that cannot be read or stored causes no error', () => {
	const storage = new MemoryStorage();
	for (const kept of [
		'{',
		'null',
		'7',
		'{"version":1}',
		JSON.stringify({ ...draft, form: { _limited: 1 } }),
		// Kept by a portal that knew of no alerts.
		JSON.stringify({ ...draft, form: { ...form, _tell: undefined } }),
	]) {
		storage.setItem('watchword:automation-draft:me:one', kept);
		expect(readDraft('me', 'one', storage)).toBeNull();
	}
	writeDraft('me', 'two', { ...draft, form: { ...form, action_prompt: 'x'.repeat(100_000) } }, storage);
	expect(readDraft('me', 'two', storage)).toBeNull();
	expect(readDraft('me', 'one', null)).toBeNull();
});

test('old and broken drafts are removed, and nothing else', () => {
	const storage = new MemoryStorage();
	storage.setItem('other', 'x');
	storage.setItem('watchword:automation-draft:me:broken', '{');
	writeDraft('me', 'old', draft, storage);
	writeDraft('me', 'new', { ...draft, savedAt: 31 * 24 * 3_600_000 }, storage);
	sweepDrafts(32 * 24 * 3_600_000, null, storage);
	expect([storage.length, readDraft('me', 'new', storage)?.version]).toEqual([2, 3]);
});

test('the draft of an automation that is gone stays for a day', () => {
	const storage = new MemoryStorage();
	const day = 24 * 3_600_000;
	const at = (savedAt: number) => ({ ...draft, savedAt });
	writeDraft('me', 'there', at(day), storage);
	writeDraft('me', 'gone', at(day), storage);
	writeDraft('me', 'just gone', at(2.5 * day), storage);
	writeDraft('other', 'unknown', at(day), storage);
	sweepDrafts(3 * day, { uid: 'me', ids: ['there'] }, storage);
	const left = Array.from({ length: storage.length }, (_, index) => storage.key(index)?.split(':').at(-1));
	expect(left).toEqual(['there', 'just gone', 'unknown']);
});
