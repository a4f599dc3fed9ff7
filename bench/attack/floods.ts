import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, runsEnded, type Target } from './target.ts';

/** Counted before they are stored, so a few more get in. */
const SLACK = 20;
const ALLOWED = 200;
const MAILS = 600;

/** Many mails to one automation: its address is not secret. */
export const mailFlood: Attack = async (target) => {
	const { taken, refused, other } = await sendMails(target, target.address, MAILS);
	const [row] = await target.ask(`select count(*) from mails where "automationId" = '${target.automation}'`);
	const ended = await runsEnded(target);
	const wrong = other;
	if (taken > ALLOWED + SLACK) wrong.push(`${taken} mails were taken`);
	if (Number(row?.count) !== taken) wrong.push(`${taken} mails were acknowledged, ${row?.count} are there`);
	if (ended === null) wrong.push('runs had not ended after five minutes');
	return { got: `${taken} mails were taken, ${refused} were told 452`, wrong };
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
