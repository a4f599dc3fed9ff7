import type { OperatorStatus } from '@watchword/contract/operator-status';

/** Due work that is older than this is not being done. */
const OVERDUE_SECONDS = 10 * 60;
const LITTLE_SPACE_BYTES = 1024 ** 3;
const DAY_MS = 24 * 60 * 60_000;

export type Known = Omit<OperatorStatus, 'attention'>;

const isUnread = (mailbox: Known['mail']['in']['mailbox']) =>
	mailbox !== null && (mailbox.problem !== null || mailbox.away);
const isLately = (at: string | null | undefined) =>
	typeof at === 'string' && Date.parse(at) > Date.now() - DAY_MS;

/** Each thing that the operator should do, as a sentence. */
export function attentionOf({
	server,
	queue,
	runs,
	storage,
	model,
	mail,
	broker,
	certificate,
}: Known): string[] {
	const minutes = (seconds: number) => `${Math.round(seconds / 60)} minutes`;
	const isWorse = (good: string | null, bad: string | null) => bad !== null && (good === null || bad > good);
	const found: [boolean, string][] = [
		[server.problem !== null, `The server at ${server.url} ${server.problem}.`],
		[
			queue.oldestSeconds > OVERDUE_SECONDS,
			`A job has been due for ${minutes(queue.oldestSeconds)}: is a worker running?`,
		],
		[
			queue.failed > 0,
			`${queue.failed} ${queue.failed === 1 ? 'job' : 'jobs'} failed for good in the last half hour: see the log.`,
		],
		[
			runs.oldestSeconds > OVERDUE_SECONDS,
			`A run has been due for ${minutes(runs.oldestSeconds)}: is a worker running?`,
		],
		[
			Boolean(certificate?.problem),
			`There is no new certificate for ${certificate?.name}. ${certificate?.problem}`,
		],
		[storage.problem !== null, `Files cannot be stored: ${storage.problem}.`],
		[
			storage.freeBytes !== null && storage.freeBytes < LITTLE_SPACE_BYTES,
			'Less than 1 GB is free on the disk of the data folder.',
		],
		[model.problem !== null, `The model ${model.problem}.`],
		[
			isWorse(model.lastAnswer, model.lastFailure),
			'The last question to the model failed. Try: npm run admin -- model test',
		],
		[mail.out.problem !== null, `The mail server for outgoing mail ${mail.out.problem}.`],
		[
			isWorse(mail.out.lastSent, mail.out.lastFailure),
			'The last mail was not sent. Try: npm run admin -- mail test --to E',
		],
		[
			isUnread(mail.in.mailbox),
			`The mailbox ${mail.in.mailbox?.is} ${mail.in.mailbox?.problem ?? 'is not read: is a process with the mail role running'}.`,
		],
		[
			isLately(mail.in.mailbox?.skipped_at),
			`A mail was not taken from the mailbox. ${mail.in.mailbox?.skipped}.`,
		],
		[
			broker !== null && !broker.connected,
			`There is no connection to the MQTT broker ${broker?.is}: ${broker?.problem ? `${broker.problem}.` : 'is a process with the worker role running?'}`,
		],
		[mail.in.problem !== null, `The listener for incoming mail at port ${mail.in.port} ${mail.in.problem}.`],
	];
	return found.filter(([holds]) => holds).map(([, words]) => words);
}
