import { type Attack, send, type Target } from './target.ts';

const READINGS = 200;
const TRIALS = 60;
const LISTS = 40;
const AUTOMATIONS = 2000;

const PROMPT =
	'Tell me when a person is at the gate but not if a car is in the driveway, or a dog is on the couch. ';

/** Asks for a signed-in customer many times at once, each time on a connection of its own; only 200 and 429 are right. */
async function burst(
	target: Target,
	times: number,
	method: string,
	path: string,
	bodyOf?: (n: number) => object,
) {
	const before = target.mainThreadMs();
	const began = performance.now();
	const statuses = await Promise.all(
		Array.from({ length: times }, (_, n) =>
			send(target, method, path, bodyOf?.(n), target.headers).then(
				({ status }) => status,
				() => 0,
			),
		),
	);
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	const ms = Math.round(target.mainThreadMs() - before);
	const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
	const others = statuses.filter((status) => status !== 200 && status !== 429);
	return {
		got: `${count(200)} times 200, ${count(429)} times 429 in ${seconds} s; ${ms} ms of the main thread`,
		wrong: [...new Set(others)].map((status) => `answered with ${status}`),
	};
}

/** Readings of prompts of 3,000 characters, each a different one. */
export const readings: Attack = (target) =>
	burst(target, READINGS, 'POST', `/api/automations/${target.automation}/reading`, (n) => ({
		prompt: `${n} ${PROMPT.repeat(30)}`.slice(0, 3000),
		trigger: 'capture',
	}));

/** Trials of mails of 900 kB. */
export const trials: Attack = async (target) => {
	const path = `/api/automations/${target.automation}`;
	const answer = await fetch(`${target.url}${path}`, { headers: target.headers });
	const { id, _owner, _deleted, _schedule, _limitSchedule, runs, ...saved } = (await answer.json()) as {
		[name: string]: unknown;
	};
	const { _version, ...settings } = saved;
	const draft = {
		...settings,
		_schedule: ['12:00'],
		_limitSchedule: ['12:00'],
		action_toAddress: 'ann@example.com',
	};
	const raw = `From: ann@customers.example\r\nSubject: Hello\r\n\r\n${'All work and no play makes a dull mail.\r\n'.repeat(22_000)}`;
	return burst(target, TRIALS, 'POST', `${path}/try`, () => ({ draft, on: { kind: 'rawMail', raw } }));
};

/** A long list of automations. */
export const lists: Attack = async (target) => {
	await target.ask(`insert into automations (id, _name, _owner, "_triggerType", _schedule, "_actionType", _limited,
			"_limitSchedule", trigger_device_type, action_prompt)
		select translate(lpad(n::text, 4, '0'), '0189', 'abcd') || substr(id, 5), _name, _owner, "_triggerType", _schedule,
			"_actionType", _limited, "_limitSchedule", trigger_device_type, repeat('Is anyone there? ', 30)
		from automations, generate_series(1, ${AUTOMATIONS}) n where id = '${target.automation}'`);
	return burst(target, LISTS, 'GET', '/api/automations');
};
