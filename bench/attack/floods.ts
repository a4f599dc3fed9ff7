import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, runsEnded, type Target } from './target.ts';
import { whileOthersWait } from './waiting.ts';

const ALLOWED = 200;
/** Counted before they are stored, so a few more get in. */
const SLACK = 20;
const MAILS = 600;
const LARGE_MAILS = 40;
const LINE = 'All work and no play makes a dull mail. ';

/** Many mails to one automation: its address is not secret. */
export const mailFlood: Attack = async (target) => {
	const body = `\r\n${`${LINE}\r\n`.repeat(1000)}`;
	const { taken, refused, wrong } = await sendMails(target, MAILS, 10, () => body);
	const [row] = await target.ask(`select count(*) from mails where "automationId" = '${target.automation}'`);
	const ended = await runsEnded(target);
	if (taken > ALLOWED + SLACK) wrong.push(`${taken} mails were taken`);
	if (Number(row?.count) !== taken) wrong.push(`${taken} mails were acknowledged, ${row?.count} are there`);
	if (ended === null) wrong.push('runs had not ended after five minutes');
	return { got: `${taken} mails were taken, ${refused} were told 452`, wrong };
};

/** Mails of a megabyte to one account, in plain text and as HTML. */
export const largeMails: Attack = (target) =>
	whileOthersWait(target, async () => {
		const plain = `\r\n${`${LINE}\r\n`.repeat(25_000)}`;
		const html = `Content-Type: text/html\r\n\r\n${`<p>${LINE}<b>${LINE}</b>\r\n`.repeat(11_000)}`;
		const { taken, wrong } = await sendMails(target, LARGE_MAILS, 4, (n) => (n % 2 === 0 ? plain : html));
		const seconds = await runsEnded(target, 300_000, `"_automationId" = '${target.automation}'`);
		if (seconds === null) wrong.push('runs had not ended after five minutes');
		return { got: `${taken} mails, all ended ${seconds ?? '?'} s after the last`, wrong };
	});

/** Sends mails over some connections at once. `bodyOf` gives the rest of each, after its Message-ID. */
async function sendMails(
	{ smtpPort, address }: Target,
	count: number,
	atOnce: number,
	bodyOf: (n: number) => string,
) {
	const heard = { taken: 0, refused: 0, wrong: [] as string[] };
	let next = 0;
	const sender = async () => {
		while (next < count) {
			const n = next++;
			// A refused one leaves its transaction open, so each has its own connection.
			const client = await connectSmtp(smtpPort, { localAddress: ATTACKER });
			await client.send('eve@elsewhere.example', address, `Message-ID: <flood-${n}@x>\r\n${bodyOf(n)}`).then(
				() => heard.taken++,
				(error: unknown) => {
					if (String(error).includes('452')) heard.refused++;
					else heard.wrong.push(String(error));
				},
			);
			client.close();
		}
	};
	await Promise.all(Array.from({ length: atOnce }, sender));
	return heard;
}
