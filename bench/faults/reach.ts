/** A mailbox, channels and an MQTT broker are killed and come back, and so is the server: each mail is told exactly once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { newId } from '../../server/src/base/ids.ts';
import { ImapServer } from '../../server/src/testing/imap-server.ts';
import { seeded } from '../../server/src/testing/kills.ts';
import { startMessengers, targetsAt } from '../../server/src/testing/messengers.ts';
import { startBroker, startListener } from '../../server/src/testing/mqtt-broker.ts';
import type { Ask } from '../seed.ts';
import { openGate } from './gate.ts';
import { message } from './signals.ts';
import { openTrial } from './trial.ts';

const CUSTOMERS = 5;
const PUBLIC_URL = 'https://portal.example.com';
/** How long each is away, and how long all are there before the next one is killed. */
const AWAY_MS = { least: 200, most: 2000 };
const PAUSE_MS = { least: 300, most: 1500 };
/** How long mails, messages and states may take when all are back. */
const SETTLE_MS = 300_000;

interface Size {
	mails: number;
	kills: number;
	seed: number;
}

export async function reach({ mails, kills, seed }: Size): Promise<boolean> {
	const random = seeded(seed);
	const between = ({ least, most }: typeof AWAY_MS) => sleep(least + random() * (most - least));
	const postgres = await startPostgres();
	const imap = await new ImapServer().start();
	const broker = await startBroker();
	const messengers = await startMessengers();
	const gate = await openGate(messengers.url);
	const trial = await openTrial({
		url: postgres.url,
		roles: ['api,mail,worker,scheduler'],
		customers: CUSTOMERS,
		env: {
			...{ MAIL_IN: imap.url(), MQTT_URL: broker.urlFor(), TELEGRAM_API_URL: gate.url.replace(/\/$/, '') },
			...{ WEBHOOK_PRIVATE_NETWORKS: 'loopback', PUBLIC_URL },
		},
	});
	const { fleet, ask, customers, sent, say } = trial;
	const [server] = fleet.members;
	if (!server) throw new Error('there is no server');
	await addChannels(ask, gate.url.replace(/\/$/, ''));
	await until(
		'a look into the mailbox',
		async () => (await ask('select checked_at from mailboxes'))[0]?.checked_at,
	);

	const deaths: Record<string, () => Promise<void>> = {
		async mailbox() {
			await imap.stop();
			await between(AWAY_MS);
			await imap.start();
		},
		async channels() {
			await gate.shut('refuse');
			await between(AWAY_MS);
			await gate.open();
		},
		async broker() {
			await broker.leave();
			await between(AWAY_MS);
			await broker.comeBack();
		},
		server: () => fleet.kill(server),
	};
	const died: Record<string, number> = {};
	const killing = async () => {
		for (let n = 0; n < kills; n++) {
			await between(PAUSE_MS);
			const names = Object.keys(deaths);
			const name = names[n % names.length] ?? '';
			died[name] = (died[name] ?? 0) + 1;
			await deaths[name]?.();
			if (n % 20 === 19)
				say(`${sent.acknowledged} of ${mails} mails are in the mailbox, ${n + 1} of ${kills} kills`);
		}
	};
	let over = false;
	const delivering = async () => {
		const pace = (kills * (AWAY_MS.most + PAUSE_MS.most)) / 2 / mails;
		for (let n = 0; n < mails; n++) {
			const id = customers.addresses[n % customers.addresses.length]?.split('@')[0];
			imap.deliver(`Delivered-To: portal+${id}@example.com\r\n${message(`number-${n}`)}\r\n`);
			sent.acknowledged++;
			if (!over) await sleep(pace);
		}
	};
	await Promise.all([
		killing().then(() => {
			over = true;
		}),
		delivering(),
	]);
	say('all are back');

	/** What is waiting for its next attempt, which may be in hours, is tried now. */
	const haste = setInterval(() => {
		void ask(
			`update deliveries set next_try_at = now() where ended_at is null and lease_until is null`,
		).catch(() => []);
	}, 2000);
	const isQuiet = async () => {
		const [row] =
			await ask(`select (select count(*)::int from automation_runs where ended_at is not null) as runs,
			(select count(*)::int from deliveries where ended_at is null) as open`);
		return Number(row?.runs) >= mails && row?.open === 0 && unflagged() === 0;
	};
	const unflagged = () => imap.mails().filter(({ flags }) => !flags.has('$Watchword')).length;
	await until('all mails to be told', isQuiet, false);
	clearInterval(haste);
	say('every mail was told, or time is up');

	const telling = await ask(`select id from automation_runs where "_actionType" = 'sendEmail'`);
	const shown = (by: 'ntfy' | 'telegram') => messengers.shown.filter((one) => one.by === by);
	const timesBy = (by: 'ntfy' | 'telegram') => {
		const ids = shown(by).map(({ buttons }) => buttons.Open?.split('run=')[1]);
		return telling.map(({ id }) => ids.filter((one) => one === id).length);
	};
	const [ntfy, telegram] = [timesBy('ntfy'), timesBy('telegram')];
	const count = (all: number[], holds: (times: number) => boolean) => all.filter(holds).length;
	const home = await startListener(broker.urlFor());
	const wrong = () => wrongStates(ask, home);
	await until('the states at the broker', async () => (await wrong()) === 0, false);
	say('the broker has every state, or time is up');
	const violations = {
		'mails that are not flagged': unflagged(),
		'runs not told by ntfy': count(ntfy, (times) => times === 0),
		'runs told twice by ntfy': count(ntfy, (times) => times > 1),
		'runs not told by Telegram': count(telegram, (times) => times === 0),
		'messages of no run': shown('ntfy').length + shown('telegram').length - sum(ntfy) - sum(telegram),
		'deliveries that were given up': await countOf(
			ask,
			`select count(*) from deliveries where status <> 'sent'`,
		),
		'states that the broker does not have': await wrong(),
	};
	await home.stop();
	const well = await trial.settle(() => violations, {
		...Object.fromEntries(Object.entries(died).map(([name, times]) => [`kills: ${name}`, times])),
		'ntfy got again, in its place': sum(shown('ntfy').map(({ edits }) => edits)),
		'Telegram got twice, its answer being lost': count(telegram, (times) => times > 1),
	});
	await gate.close();
	messengers.close();
	await broker.stop();
	await imap.stop();
	await postgres.stop();
	return well;
}

/** Each customer tells by both, and wants to see everything in Home Assistant. */
async function addChannels(ask: Ask, url: string): Promise<void> {
	for (const target of [targetsAt(url).ntfy, targetsAt(url).telegram]) {
		for (const { id: uid } of await ask('select id from users')) {
			const id = newId();
			await ask(`insert into channels (id, _owner, kind, name, target, hint)
				values ('${id}', '${uid}', '${target.kind}', '${target.kind}', '${JSON.stringify(target)}', 'here')`);
			await ask(
				`update automations set _channels = array_append(_channels, '${id}') where _owner = '${uid}'`,
			);
		}
	}
	await ask('update users set home_assistant = true');
}

/** How many automations are not shown as their newest run says. */
async function wrongStates(ask: Ask, home: Awaited<ReturnType<typeof startListener>>): Promise<number> {
	const newest =
		await ask(`select a._owner, a.id, (select r.id from automation_runs r where r."_automationId" = a.id
		and r.action_verdict is not null order by r._timestamp desc, r.id desc limit 1) as run from automations a`);
	return newest.filter(({ _owner, id, run }) => {
		const config = home.json(`homeassistant/device/${_owner}/${id}/config`);
		const topic = config?.components?.met?.json_attributes_topic;
		return !topic || (run !== null && home.json(topic)?.run !== `${PUBLIC_URL}/app/runs?run=${run}`);
	}).length;
}

const sum = (all: number[]) => all.reduce((all, one) => all + one, 0);

const countOf = async (ask: Ask, query: string) => Number(Object.values((await ask(query))[0] ?? {})[0]);

/** Fails after a while, or says so and goes on: what is missing is counted then. */
async function until(what: string, holds: () => Promise<unknown>, mayFail = true): Promise<void> {
	for (const began = Date.now(); Date.now() - began < SETTLE_MS; await sleep(500)) {
		if (await holds().catch(() => false)) return;
	}
	if (mayFail) throw new Error(`no end of waiting for ${what}`);
	console.log(`  no end of waiting for ${what}`);
}
