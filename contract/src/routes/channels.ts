import { z } from 'zod';
import { channel, channelEdit, channelTest, newChannel } from '../channel.ts';
import { CHANNELS_MAX } from '../channels.ts';
import { id } from '../ids.ts';
import { route } from '../route.ts';

const tags = ['Channels'];
const path = '/api/channels';
const params = z.object({ id });
const one = `${path}/{id}` as const;

export const listChannels = route({
	method: 'get',
	path,
	summary: 'The channels that automations can tell by',
	tags,
	answer: z.object({ items: z.array(channel) }),
	says: 'Oldest first, without their secrets.',
});

export const addChannel = route({
	method: 'post',
	path,
	summary: `Add a channel; at most ${CHANNELS_MAX}`,
	description: 'It gets messages of the automations that name it in `_channels`.',
	tags,
	body: newChannel,
	answer: channel,
	says: 'The channel. Its secrets are not shown again.',
});

export const editChannel = route({
	method: 'put',
	path: one,
	summary: 'Rename a channel, or change where it leads',
	tags,
	params,
	body: channelEdit,
	answer: channel,
	says: 'As it is now.',
});

export const removeChannel = route({
	method: 'delete',
	path: one,
	summary: 'Remove a channel that no automation uses',
	tags,
	params,
	answer: z.strictObject({}),
	says: 'Removed; nothing more is sent to it.',
});

export const testChannel = route({
	method: 'post',
	path: `${one}/test`,
	summary: 'Send a test message now and wait for the answer',
	tags,
	params,
	answer: channelTest,
	says: 'What came of it.',
});
