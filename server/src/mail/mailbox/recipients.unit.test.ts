import { expect, test } from 'vitest';
import { readHead } from './recipients.ts';

const OURS = '{id}@portal.example.org';
const read = (head: string) => readHead(Buffer.from(`${head}\r\n\r\n`), OURS);
const idsOf = (head: string) => read(head).recipients.map(({ id }) => id);

test.each([
	['To: abc@portal.example.org', ['abc']],
	['To: "Front door" <ABC@Portal.example.org>, x@y.org\r\nCc: d@portal.example.org', ['abc', 'd']],
	['To: undisclosed-recipients:;', []],
	['To: @portal.example.org, abc@', []],
	[
		'Delivered-To: host@example.com\r\nX-Original-To: abc@portal.example.org\r\nTo: d@portal.example.org',
		['abc'],
	],
])('%j is to %j', (head, ids) => {
	expect(idsOf(head)).toEqual(ids);
});

test.each([
	['Return-Path: <a@b.org>', 'a@b.org'],
	['Return-Path: a@b.org', 'a@b.org'],
	['Return-Path: <>', ''],
	['Return-Path: a@b.org c@d.org', ''],
	['To: abc@portal.example.org', ''],
])('%j is from "%s"', (head, sender) => {
	expect(read(head).sender).toBe(sender);
});

test.each([
	['a name without an end', `To: ${'a'.repeat(60_000)}`],
	['many signs in a row', `To: ${'@'.repeat(60_000)}`],
	['a sender of signs', `Return-Path: ${'a@'.repeat(30_000)} x`],
])('%s keeps nobody waiting', (_what, head) => {
	const began = process.cpuUsage();
	expect(read(head)).toEqual({ recipients: [], sender: '' });
	const { user, system } = process.cpuUsage(began);
	// It takes some milliseconds; a pattern that tries every beginning took half a minute.
	expect((user + system) / 1000).toBeLessThan(2000);
});
