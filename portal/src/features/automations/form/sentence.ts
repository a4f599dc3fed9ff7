import { actionOf, type Form, filledTimes, sendsMail, sendsPush, usesLimit } from './form.ts';

type Words = {
	/** The name of the chosen device, or null if none is chosen. */
	device: string | null;
	/** The names of the chosen channels, as far as they are known. */
	channels: string[];
	/** A time of day in the customer's format. */
	time: (time: string) => string;
};

const MAX_TIMES_NAMED = 4;
const PUSH = 'send you a push message';

/** What the automation will do, in one plain sentence. */
export function sentenceOf(form: Form, words: Words): string {
	const fields = form._fields.filter(({ name }) => name.trim()).length;
	const row =
		fields === 0
			? ''
			: ` Each run adds a row of ${fields === 1 ? 'one field' : `${fields} fields`} to its table.`;
	return `${whenOf(form, words)}, ${whatOf(form, words)}.${row}`;
}

function whenOf(form: Form, { device, time }: Words): string {
	if (form._triggerType === 'email') return 'When an email arrives';
	if (form._triggerType === 'schedule') return `Every day ${timesInWords(form._schedule, time)}`;
	const camera = device ?? 'a device you choose';
	const conditional = form.trigger_device_type === 'conditional';
	if (usesLimit(form)) {
		const first = `With the first capture of ${camera} on or after ${joined(form._limitSchedule, time)} each day`;
		return conditional ? `${first}, if the condition is met` : first;
	}
	return conditional
		? `When ${camera} sends a capture and the condition is met`
		: `Whenever ${camera} sends a capture`;
}

function whatOf(form: Form, { channels }: Words): string {
	const action = actionOf(form);
	const asking = form._approve ? ', after asking you' : '';
	if (action === 'replyToEmail') return `reply to its sender${asking}`;
	if (action === 'save') return 'save the result to storage';
	const address = form.action_toAddress.trim();
	const mail = address ? `email ${address}${asking}` : 'send an email, once you say to whom';
	const messages = [
		...(sendsPush(form) ? [PUSH] : []),
		...(form._channels.length > 0 ? [`send a message to ${inWords(channels) || 'your channels'}`] : []),
	];
	if (!sendsMail(form)) return inWords(messages) || 'tell you, once you say how';
	// An owner who is asked for approval gets no message as well.
	if (messages.length === 0 || (address && asking)) return mail;
	return address ? inWords([mail, ...messages]) : `${inWords(messages)}, and ${mail}`;
}

const timesInWords = (rows: string[], time: Words['time']) =>
	filledTimes(rows).length > MAX_TIMES_NAMED ? joined(rows, time) : `at ${joined(rows, time)}`;

function joined(rows: string[], time: Words['time']): string {
	const times = filledTimes(rows);
	if (times.length === 0) return 'a time you choose';
	if (times.length > MAX_TIMES_NAMED) return `${times.length} times`;
	return inWords(times.map(time));
}

/** "a, b and c" */
export const inWords = (items: string[]) =>
	items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
