import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { FIRST_DOCUMENTS } from './first-documents.ts';
import { type Screen, screens } from './screens.ts';

// Its code is not what is asked for here.
vi.mock('../features/automations/page.tsx', () => ({ loadOpened: async () => undefined }));
afterEach(() => vi.unstubAllGlobals());

/** What a screen asks the server for when it is opened. It gets no answer. */
function askedFor(screen: Screen, path: string): string[] {
	const asked: string[] = [];
	vi.stubGlobal('fetch', (address: string) => {
		asked.push(address);
		return new Promise(() => undefined);
	});
	void screens[screen].warm(new QueryClient(), path);
	return asked;
}

test.each(Object.keys(FIRST_DOCUMENTS))(
	'what comes with the page of %s is what the screen asks for',
	async (name) => {
		const isOpened = name === 'automation';
		const asked = askedFor(isOpened ? 'automations' : (name as Screen), isOpened ? '/app/automations/a' : '');
		await vi.waitFor(() => expect(asked).toEqual(expect.arrayContaining(FIRST_DOCUMENTS[name] ?? [])));
	},
);
