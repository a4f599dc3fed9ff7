import { slowJpeg } from '../../server/src/testing/slow-jpeg.ts';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { addCamera, addCustomer } from '../seed.ts';
import { attached } from './mails.ts';
import { ATTACKER, type Attack, runsEnded, type Target } from './target.ts';
import { whileOthersWait } from './waiting.ts';

const SIDE = 7000;
/** Far too many, and as many as are taken. */
const SCANS = { refused: 297, taken: 16 };

/** Pictures that are slow to decode, from the key of a device whose account has no credits. */
export const slowCaptures: Attack = async (target) => {
	const { ask, url } = target;
	const { key } = await addCamera(ask, await addCustomer(ask, 0));
	const statuses = new Map<number, number>();
	const send = async (bytes: Buffer) => {
		const headers = { authorization: `Bearer ${key}` };
		const body = new Uint8Array(bytes);
		const { status } = await fetch(`${url}/api/captures`, { method: 'POST', body, headers });
		statuses.set(status, (statuses.get(status) ?? 0) + 1);
	};
	return whileOthersWait(target, async () => {
		for (const scans of [SCANS.refused, SCANS.taken])
			await Promise.all(Array.from({ length: 10 }, () => send(slowJpeg(SIDE, scans))));
		return {
			got: [...statuses].map(([status, count]) => `${count} times ${status}`).join(', '),
			...(await ending(target)),
		};
	});
};

/** The same pictures in the mails of a stranger. */
export const slowMails: Attack = (target) =>
	whileOthersWait(target, async () => {
		const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
		const all = [...Array<number>(6).fill(SCANS.refused), ...Array<number>(6).fill(SCANS.taken)];
		for (const [n, scans] of all.entries()) {
			const mail = attached('image/jpeg', slowJpeg(SIDE, scans));
			await client.send('eve@elsewhere.example', target.address, `Message-ID: <slow-${n}@x>\r\n${mail}`);
		}
		client.close();
		return { got: `${all.length} mails`, ...(await ending(target)) };
	});

async function ending(target: Target): Promise<{ wrong: string[] }> {
	const seconds = await runsEnded(target, 300_000, OF_THE_ATTACKED);
	return { wrong: seconds === null ? ['runs had not ended after five minutes'] : [] };
}

/** The other account has open runs all the time. */
const OF_THE_ATTACKED = `_timestamp < now() - interval '2 seconds'`;
