/** Intake only: captures and mails are stored with their queued runs, by a process without workers. */
import { sendCaptures, sendMails } from './load.ts';
import { startBare } from './references.ts';
import { setStage, type Where } from './stage.ts';

const CONNECTIONS = 8;

/** Per second. */
interface Beside {
	ours: number;
	/** The simplest program that does the same, measured right before and after, because the speed of a machine varies. */
	bare: number;
}

export async function measureIntake(where: Where, picture: Buffer, count: number) {
	const { server, keys, addresses, close, captures } = await setStage(where, { roles: 'api,mail' });
	const [http, smtp] = [await startBare('http'), await startBare('smtp')];
	const bareUrl = `http://127.0.0.1:${http.port}/`;
	const result = {
		captures: await beside(
			count,
			(n) => sendCaptures(captures, keys, picture, n, CONNECTIONS),
			(n) => sendCaptures(bareUrl, [''], picture, n, CONNECTIONS),
		),
		mails: await beside(
			count,
			(n) => sendMails(server.smtpPort, addresses, n, CONNECTIONS),
			(n) => sendMails(smtp.port, ['any@example.com'], n, CONNECTIONS),
		),
	};
	http.stop();
	smtp.stop();
	await close();
	return result;
}

type Send = (count: number) => Promise<number>;

async function beside(count: number, ours: Send, bare: Send): Promise<Beside> {
	await bare(count / 4);
	await ours(count / 4);
	const before = await bare(count);
	const own = await ours(count);
	return { ours: own, bare: (before + (await bare(count))) / 2 };
}
