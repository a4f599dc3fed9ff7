/**
 * What Home Assistant documents of MQTT discovery (www.home-assistant.io/integrations/mqtt, and the page of each platform): the
 * fields it knows, with those that it needs. It takes only these, so that a wrong name fails a test.
 */
import { z } from 'zod';

const topic = z.string().regex(/^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/);
const address = z.url({ protocol: /^https?$/ });
const oneOf = (...words: string[]) => z.enum(words);

/** Of every entity. */
const common = {
	unique_id: z.string().min(1),
	name: z.string().min(1),
	icon: z.string().startsWith('mdi:').optional(),
	entity_category: oneOf('config', 'diagnostic').optional(),
	json_attributes_topic: topic.optional(),
};

const component = z.discriminatedUnion('platform', [
	z.strictObject({
		...common,
		platform: z.literal('binary_sensor'),
		state_topic: topic,
		device_class: oneOf('problem', 'motion', 'occupancy').optional(),
	}),
	z.strictObject({
		...common,
		platform: z.literal('image'),
		image_topic: topic,
		content_type: oneOf('image/jpeg', 'image/png'),
	}),
	z.strictObject({
		...common,
		platform: z.literal('sensor'),
		state_topic: topic,
		device_class: oneOf('timestamp', 'enum').optional(),
		value_template: z.string().optional(),
	}),
	z.strictObject({ ...common, platform: z.literal('switch'), command_topic: topic, state_topic: topic }),
	z.strictObject({ ...common, platform: z.literal('button'), command_topic: topic }),
	z.strictObject({
		...common,
		platform: z.literal('select'),
		command_topic: topic,
		state_topic: topic,
		options: z.array(z.string()).min(1),
	}),
]);

/** The payload of homeassistant/device/NODE/OBJECT/config. */
export const discoveryConfig = z.strictObject({
	device: z.strictObject({
		identifiers: z.array(z.string()).min(1),
		name: z.string().min(1),
		manufacturer: z.string(),
		model: z.string(),
		sw_version: z.string(),
		configuration_url: address,
	}),
	origin: z.strictObject({ name: z.string(), sw_version: z.string(), support_url: address }),
	availability: z.array(z.strictObject({ topic })).min(1),
	components: z.record(z.string(), component),
});

/** What a state of each platform may be; None is Home Assistant's word for unknown. */
export const STATES = {
	binary_sensor: oneOf('ON', 'OFF', 'None'),
	switch: oneOf('ON', 'OFF'),
	timestamp: z.union([z.iso.datetime(), z.literal('None')]),
};
