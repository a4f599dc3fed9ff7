import '../ui/base.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { breaches } from './wire.ts';

beforeEach(() => page.viewport(1280, 800));

afterEach(async () => {
	await cleanup();
	vi.unstubAllGlobals();
	localStorage.clear();
	sessionStorage.clear();
	expect(breaches.splice(0)).toEqual([]);
});
