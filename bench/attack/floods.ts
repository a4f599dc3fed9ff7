import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, post, runsEnded, type Target } from './target.ts';

const CONNECTIONS = 300;
const PER_ADDRESS = 20;
const ALLOWED = 200;
const MAILS = 600;

/** Many more connections than one address may have. */
export const connections: Attack = async ({ smtpPort }) => {
	let [taken, refused] = [0, 0];
	const sockets = Array.from({ length: CONNECTIONS }, () => {
		const socket = net.connect({ port: smtpPort, host: '127.0.0.1', localAddress: ATTACKER });
		socket
			.on('error', () => undefined)
			.once('data', (data) => {
				if (data.toString().startsWith('220')) taken++;
				else refused++;
			});
		return socket;
	});
	await sleep(10_000);
	for (const socket of sockets) socket.destroy();
	const wrong = taken > PER_ADDRESS ? [`${taken} connections were taken`] : [];
	return { got: `${taken} connections were taken, ${refused} were told 421`, wrong };
};

/** Many mails to one automation: its address is not secret. */
export const mailFlood: Attack = async (target) => {
	const { taken, refused, other } = await sendMails(target, target.address, MAILS);
	const [row] = await target.ask(`select count(*) from mails where "automationId" = '${target.automation}'`);
	const ended = await runsEnded(target);
	const wrong = other;
	if (taken > ALLOWED + PER_ADDRESS) wrong.push(`${taken} mails were taken`);
	if (Number(row?.count) !== taken) wrong.push(`${taken} mails were acknowledged, ${row?.count} are there`);
	if (ended === null) wrong.push('runs had not ended after five minutes');
	return { got: `${taken} mails were taken, ${refused} were told 452`, wrong };
};

export const withoutCredits: Attack = async (target) => {
	const { taken, refused, other } = await sendMails(target, target.poorAddress, 100);
	const wrong = taken > 0 ? [...other, `${taken} mails were kept`] : other;
	return { got: `${taken} mails were kept, ${refused} were told 452`, wrong };
};

async function sendMails({ smtpPort }: Target, to: string, count: number) {
	const heard = { taken: 0, refused: 0, other: [] as string[] };
	let next = 0;
	const body = 'All work and no play makes a dull mail.\r\n'.repeat(1000);
	const sender = async () => {
		while (next < count) {
			const n = next++;
			// A refused one leaves its transaction open, so each has its own connection.
			const client = await connectSmtp(smtpPort, { localAddress: ATTACKER });
			await client.send('eve@elsewhere.example', to, `Message-ID: <flood-${n}@x>\r\n\r\n${body}`).then(
				() => heard.taken++,
				(error: unknown) => {
					if (String(error).includes('452')) heard.refused++;
					else heard.other.push(String(error));
				},
			);
			client.close();
		}
	};
	await Promise.all(Array.from({ length: 10 }, sender));
	return heard;
}

/** Reset links for one customer, asked for from ten addresses. */
export const resets: Attack = async (target) => {
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_, n) =>
			post(target, '/api/auth/request-password-reset', { email: target.email }, {}, `127.0.1.${n % 10}`),
		),
	);
	const others = answers.filter(({ status }) => status !== 200);
	const [row] = await target.ask(
		`select count(*) from queue.job where name = 'password-reset' and data->>'email' = '${target.email}'`,
	);
	const wrong = others.length > 0 ? [`${others.length} answers were other than the first`] : [];
	if (Number(row?.count) > 3) wrong.push(`${row?.count} mails were sent`);
	return { got: `${row?.count} mails were sent, every answer was the same`, wrong };
};
