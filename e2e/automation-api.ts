import type { Page } from '@playwright/test';

/** What browser tests set up over the API, as the customer of the page. */
export class AutomationApi {
	readonly #page: Page;
	readonly #origin: string;

	constructor(page: Page, origin: string) {
		this.#page = page;
		this.#origin = origin;
	}

	async #send<T>(method: string, path: string, data: unknown = {}): Promise<T> {
		const answer = await this.#page.request.fetch(path, { method, data, headers: { origin: this.#origin } });
		if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
		return (await answer.json()) as T;
	}

	/** A new automation; what is not given has its default. */
	create = (start: Record<string, unknown> = {}) =>
		this.#send<Record<string, unknown> & { id: string }>('POST', '/api/automations', start);

	read = (id: string) => this.#send<Record<string, unknown>>('GET', `/api/automations/${id}`, undefined);

	async save(id: string, change: Record<string, unknown>): Promise<void> {
		const { id: _id, _owner, _deleted, runs, ...edit } = await this.read(id);
		await this.#send('PUT', `/api/automations/${id}`, { ...edit, ...change });
	}

	/** A paired device. */
	async device(desc: string): Promise<string> {
		const { code } = await this.#send<{ code: string }>('POST', '/api/devices/pairings');
		const claimed = await this.#send<{ deviceId: string }>('POST', '/api/devices/claim', { code, desc });
		return claimed.deviceId;
	}
}
