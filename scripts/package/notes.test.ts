import { expect, test } from 'vitest';
import { releaseNotes } from './notes.ts';

const CHANGELOG = `# Changes

## Unreleased

Not yet.

## 0.2.0, 2026-03-01

### Cameras

- More of them.

## 0.2.0-rc.1

## 0.1.0

- The first.
`;

test('the notes of a release are its part of the changelog', () => {
	expect(releaseNotes(CHANGELOG, '0.2.0')).toBe('### Cameras\n\n- More of them.');
	expect(releaseNotes(CHANGELOG, '0.1.0')).toBe('- The first.');
});

test('a version without notes has none', () => {
	expect(releaseNotes(CHANGELOG, '0.2.0-rc.1')).toBe(null);
	expect(releaseNotes(CHANGELOG, '0.3.0')).toBe(null);
});
