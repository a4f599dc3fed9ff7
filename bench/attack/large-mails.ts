import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, runsEnded } from './target.ts';
import { whileOthersWait } from './waiting.ts';

const MAILS = 40;
const SENDERS = 4;

/** Mails of a megabyte to one account, in plain text and as HTML. */
export const largeMails: Attack = (target) =>
	whileOthersWait(target, async () => {
		const line = 'All work and no play makes a dull mail. ';
		const plain = `\r\n${`${line}\r\n`.repeat(25_000)}`;
		const html = `Content-Type: text/html\r\n\r\n${`<p>${line}<b>${line}</b>\r\n`.repeat(11_000)}`;
		let next = 0;
		const send = async () => {
			const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
			while (next < MAILS) {
				const n = next++;
				const head = `Message-ID: <large-${n}@x>\r\n`;
				await client.send('eve@elsewhere.example', target.address, head + (n % 2 === 0 ? plain : html));
			}
			client.close();
		};
		await Promise.all(Array.from({ length: SENDERS }, send));
		const seconds = await runsEnded(target, 300_000, `"_automationId" = '${target.automation}'`);
		const wrong = seconds === null ? ['runs had not ended after five minutes'] : [];
		return { got: `${MAILS} mails, all ended ${seconds ?? '?'} s after the last`, wrong };
	});
