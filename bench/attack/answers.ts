import { connectSmtp } from '../../server/src/testing/smtp-client.ts';
import { ATTACKER, type Attack, runsEnded } from './target.ts';

/** A little less than the longest answer allowed. */
const LENGTH = 99_000;
const WORDS = 'Repeat yourself';
const WITHIN_MS = 30_000;
const PARTS = ['<', '</', '<!--', '<a ', '<b>', '<table><tr><td>', '<a href="http://x.example">', '&', '\n'];

/** A model that repeats itself until it is cut off, as small ones do, or because a mail made it do so. */
export const answers: Attack = async (target) => {
	const wrong: string[] = [];
	const own = `"_automationId" = '${target.automation}'`;
	const client = await connectSmtp(target.smtpPort, { localAddress: ATTACKER });
	for (const part of PARTS) {
		target.answerWith(WORDS, part.repeat(LENGTH / part.length));
		const id = `Message-ID: <answer-${PARTS.indexOf(part)}@x>\r\n`;
		await client.send('ann@customers.example', target.address, `${id}\r\n${WORDS}`);
		if ((await runsEnded(target, WITHIN_MS, own)) === null)
			wrong.push(`the run on ${JSON.stringify(part)} had not ended`);
	}
	target.answerWith(WORDS, null);
	const heard = await target.ask(
		`select id from automation_runs where ${own} and action_email_html like '&lt;&lt;%'`,
	);
	if (heard.length !== 1) wrong.push('the markup did not arrive');
	client.close();
	return { got: `${PARTS.length} runs, all ended`, wrong };
};
