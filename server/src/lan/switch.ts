/** Lets the phones of the local network in while the server runs: the operator's page says whether, for every process. */
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { networkInterfaces } from 'node:os';
import type { OperatorLan } from '@watchword/contract/operator-lan';
import { qrSvg } from '../accounts/qr-code.ts';
import { readOperatorSetting, SETTING_CHANNEL, storeOperatorSetting } from '../adapters/operator-settings.ts';
import { CannotStart } from '../base/cannot-start.ts';
import { Refusal } from '../base/failures.ts';
import type { Places } from '../base/places.ts';
import { type Listening, listen } from '../http/listen.ts';
import type { Database } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Settings } from '../settings.ts';
import { lanAddresses } from './addresses.ts';
import { authorityFile } from './authority.ts';
import { ensureCertificate } from './certificate.ts';
import { namesOf } from './lan.ts';
import { openTrustPage } from './trust-page.ts';

/** How soon a new address of the machine is noticed. The certificate is looked at as often. */
const LOOK_MS = 60_000;
const ON = 'on';

interface Needs {
	settings: Settings;
	database: Database;
	log: Log;
	/** Follows the switch, so that links lead where phones can open them. */
	places: Places;
	interfaces: typeof networkInterfaces;
	/** The port of this process, which the network gets on the addresses of the machine. */
	listening: Listening;
	/** The portal, for browsers that find it under this address. */
	appAt(publicUrl: string): Promise<Parameters<Listening['handOver']>[0]>;
}

export interface LanSwitch {
	describe(): Promise<OperatorLan>;
	/** Other processes follow. Refuses with the reason if this one cannot. */
	set(on: boolean): Promise<OperatorLan>;
	/** Does what was set before. */
	start(): Promise<void>;
	stop(): Promise<void>;
}

interface Door {
	addresses: string[];
	url: string;
	trustPage: string;
	/** Lets requests that have begun end. */
	close(): Promise<void>;
}

export function openLanSwitch(needs: Needs): LanSwitch {
	const { settings, database, log, places, interfaces } = needs;
	const { dataDir, http } = settings;
	const atStart = { ...places };
	let door: Door | null = null;
	let problem: string | null = null;
	let closing: Promise<unknown> = Promise.resolve();
	let turn: Promise<unknown> = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;

	const shut = () => {
		// Whoever switches it off through this door still gets the answer.
		if (door) closing = Promise.all([closing, door.close()]);
		door = null;
		Object.assign(places, atStart);
	};

	const apply = async (on: boolean) => {
		problem = null;
		const addresses = on ? lanAddresses(interfaces()) : [];
		if (addresses.join() === (door?.addresses ?? []).join()) {
			// It may end soon.
			if (door) await ensureCertificate(dataDir, namesOf(addresses));
			if (on && !door) problem = 'This machine is on no network.';
			return;
		}
		shut();
		if (addresses.length === 0) return;
		door = await openDoor(needs, addresses);
		Object.assign(places, { publicUrl: http.publicUrl ?? door.url, trustPage: door.trustPage });
		log.info({ url: door.url, trustPage: door.trustPage }, 'reachable in the local network');
	};

	/** One after the other. */
	const inTurn = (on: () => Promise<boolean>): Promise<void> => {
		const done = turn.then(async () => apply(await on()));
		turn = done.catch(() => undefined);
		return done;
	};

	const look = () =>
		inTurn(async () => (await readOperatorSetting(database.db, 'lan')) === ON).catch((error: Error) => {
			problem = error.message;
			log.warn({ err: error }, 'not reachable in the local network');
		});

	const describe = async (): Promise<OperatorLan> => {
		const { trustPage } = places;
		const on = http.reach !== null || (await readOperatorSetting(database.db, 'lan')) === ON;
		return {
			on,
			is_set: http.reach,
			url: door?.url ?? (trustPage && places.publicUrl),
			trust_page: trustPage,
			fingerprint: trustPage && new X509Certificate(await readFile(authorityFile(dataDir))).fingerprint256,
			qr_svg: trustPage && (await qrSvg(trustPage, 1)),
			problem: on ? problem : null,
		};
	};

	return {
		describe,
		async set(on) {
			if (http.reach) {
				throw new Refusal(
					'invalid-argument',
					`${http.reach} is set where this was started, which comes first. Remove it there and restart; then this works.`,
				);
			}
			await inTurn(async () => on).catch((error: unknown) => {
				throw error instanceof CannotStart ? new Refusal('unavailable', error.message) : error;
			});
			if (on && problem) throw new Refusal('unavailable', problem);
			await storeOperatorSetting(database.db, 'lan', on ? ON : null);
			return describe();
		},
		async start() {
			if (http.reach) return;
			await database.listen(SETTING_CHANNEL, (name) => name === 'lan' && void look(), look);
			await look();
			timer = setInterval(look, LOOK_MS);
		},
		async stop() {
			clearInterval(timer);
			await turn;
			turn = new Promise(() => undefined);
			shut();
			await closing;
		},
	};
}

async function openDoor({ settings, listening, log, appAt }: Needs, addresses: string[]): Promise<Door> {
	const { dataDir } = settings;
	const [first = ''] = addresses;
	const port = Number(new URL(listening.url).port);
	const tls = await ensureCertificate(dataDir, namesOf(addresses));
	const opened = await Promise.allSettled(addresses.map((host) => listen({ host, port, tls }, log)));
	const doors = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
	const close = () => Promise.all(doors.map((one) => one.close()));
	try {
		// Phones are sent to the first one. The others may be of tunnels, where it does not matter.
		if (opened[0]?.status === 'rejected') throw opened[0].reason;
		const url = `https://${first}:${port}`;
		const app = await appAt(url);
		const page = await openTrustPage({ dataDir, host: first, port: port + 1, portal: url });
		for (const one of doors) one.handOver(app);
		return {
			...{ addresses, url, trustPage: `http://${first}:${page.port}` },
			async close() {
				page.close();
				await close();
			},
		};
	} catch (error) {
		await close();
		throw error;
	}
}
