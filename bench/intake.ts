/** The way in alone: captures and mails kept and committed with their queued runs, by a process that carries none. */
import { sendCaptures, sendMails } from './load.ts';
import { setStage, type Where } from './stage.ts';

const CONNECTIONS = 8;

export async function measureIntake(where: Where, picture: Buffer, count: number) {
	const { server, keys, addresses, close, captures } = await setStage(where, { roles: 'api,mail' });
	await sendCaptures(captures, keys, picture, count / 4, CONNECTIONS);
	const capturesIn = await sendCaptures(captures, keys, picture, count, CONNECTIONS);
	await sendMails(server.smtpPort, addresses, count / 4, CONNECTIONS);
	const mailsIn = await sendMails(server.smtpPort, addresses, count, CONNECTIONS);
	await close();
	return { captures: capturesIn, mails: mailsIn };
}
