import { expect, test } from 'vitest';
import { StorageError } from './storage-errors.ts';
import { addressOf, parseLocation } from './storage-location.ts';

const ORIGIN = 'http://localhost:8080';
const parse = (location: string, bucket = 'watchword') => parseLocation(location, bucket, ORIGIN);
const code = (act: () => unknown) => {
	try {
		act();
	} catch (error) {
		return error instanceof StorageError ? error.code : error;
	}
	return null;
};

test.each([
	['users/u/a.jpg', 'watchword', 'users/u/a.jpg'],
	['/users//u/a.jpg/', 'watchword', 'users/u/a.jpg'],
	['gs://other/a/b.jpg', 'other', 'a/b.jpg'],
	['gs://other', 'other', ''],
	['gs://other/', 'other', ''],
	['https://storage.example.com/v0/b/other/o/a%2Fb%20c.jpg?alt=media&token=t', 'other', 'a/b c.jpg'],
	['http://localhost:8080/v0/b/watchword/o/a%2Fb.jpg', 'watchword', 'a/b.jpg'],
	['https://storage.example.com/v0/b/other/o', 'other', ''],
])('%s is read', (location, bucket, path) => {
	expect(parse(location)).toEqual({ bucket, path });
});

test.each([
	'http://elsewhere.example/v0/b/watchword/o/a.jpg',
	'https://storage.example.com/a.jpg',
	'https://storage.example.com/v0/b/watchword/o/%E0%A4%A',
	'https://storage.example.com/v0/b/%2E%2E/o/a.jpg',
	'gs://',
	'gs:///a.jpg',
	'gs://-x/a.jpg',
	'ftp://watchword/a.jpg',
	'javascript:alert(1)',
	'data:image/png,x',
])('%s is no storage address', (location) => {
	expect(code(() => parse(location))).toBe('storage/invalid-url');
});

test('a path needs a valid default bucket', () => {
	expect(code(() => parse('a.jpg', ''))).toBe('storage/no-default-bucket');
	expect(code(() => parse('a.jpg', 'gs://watchword/x'))).toBe('storage/invalid-default-bucket');
});

test.each(['', '/', 'gs://watchword', 'gs://watchword//'])(
	'%j is a root, which has no metadata',
	(location) => {
		expect(code(() => addressOf('', parse(location)))).toBe('storage/invalid-root-operation');
	},
);

test.each(['.', '..', '\ud800'])('%j can be no object', (path) => {
	expect(code(() => addressOf('', parse(path)))).toBe('storage/invalid-url');
});

test('dots, spaces and other scripts stay one segment', () => {
	const address = addressOf('', parse('../a/Türe ?#&.jpg'));
	expect(address).toBe('/v0/b/watchword/o/..%2Fa%2FT%C3%BCre%20%3F%23%26.jpg');
	expect(new URL(address, ORIGIN).pathname).toBe(address);
});
