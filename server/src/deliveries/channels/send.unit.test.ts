import { expect, test } from 'vitest';
import type { Outgoing } from '../outgoing.ts';
import { sendToChannel } from './send.ts';

const BOT = '123456:abcdefghijklmnopqrstuvwxyz';

test('where the message is gone whose place another takes, the other one is sent by itself, without a sound', async () => {
	const asked: { method: string; body: unknown }[] = [];
	const outgoing: Outgoing = {
		check: async () => undefined,
		async post(url, { body }) {
			const method = url.split('/').at(-1) ?? '';
			asked.push({ method, body: JSON.parse(String(body)) });
			const [status, answer] = method.startsWith('edit')
				? [400, { ok: false, description: 'Bad Request: message to edit not found' }]
				: [200, { ok: true, result: { message_id: 8 } }];
			return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) };
		},
	};
	const sent = await sendToChannel(
		{ outgoing, hosts: { telegramUrl: 'https://telegram.example' } },
		{ kind: 'telegram', token: BOT, chat: '1' },
		{
			...{ id: 'a', title: 'Gate', text: 'A cat after all.', open: null, snooze: null },
			...{ picture: null, quiet: true, replaces: 'text:7' },
		},
	);
	expect(sent).toEqual({ outcome: 'sent', answer: 200, reference: 'text:8' });
	expect(asked).toMatchObject([
		{ method: 'editMessageText', body: { message_id: 7 } },
		{ method: 'sendMessage', body: { text: 'Gate\nA cat after all.', disable_notification: true } },
	]);
});
