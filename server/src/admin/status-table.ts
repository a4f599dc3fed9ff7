import type { OperatorStatus } from '@watchword/contract/operator-status';

/** The status as text: headings with what is known, then what the operator should do. */
export function statusTable(status: OperatorStatus): string[] {
	const {
		server,
		queue,
		runs,
		storage,
		customers,
		model,
		mail,
		cameras,
		deliveries,
		attention,
		broker,
		certificate,
	} = status;
	const rows: [string, string][] = [
		['Watchword', `version ${status.version}`],
		['Server', server.url ? `${server.url} ${server.problem ?? 'answers'}` : 'this process has no api role'],
		...(certificate
			? [['Certificate', `for ${certificate.name}, until ${when(certificate.until)}`] as [string, string]]
			: []),
		['Database', `${status.database}, ${size(storage.databaseBytes)}`],
		[
			'Jobs',
			`${queue.due} due${since(queue.due, queue.oldestSeconds)}, ${queue.failed} failed for good in the last half hour`,
		],
		[
			'Runs',
			`${runs.open} open${since(runs.open, runs.oldestSeconds)}, ${runs.waitingForYes} waiting for a yes`,
		],
		['Deliveries', `${deliveries.waiting} waiting${since(deliveries.waiting, deliveries.oldestSeconds)}`],
		[
			'Files',
			`${storage.files} with ${size(storage.fileBytes)}, ${storage.kept}${storage.problem ? ', cannot be written' : ''}`,
		],
		['Disk', storage.freeBytes === null ? 'not known' : `${size(storage.freeBytes)} free in the data folder`],
		...(storage.mirror ? [['Mirror', storage.mirror] as [string, string]] : []),
		[
			'Customers',
			`${customers.all}, ${customers.activeInSevenDays} active in the last 7 days, ${customers.disabled} disabled, ${customers.leaving} leaving`,
		],
		['Cameras', `${cameras.all}, ${cameras.silent} silent`],
		[
			'Model',
			`${model.is}${model.problem ? `, ${model.problem}` : ''}; ${last('answered', model.lastAnswer, model.lastFailure)}`,
		],
		[
			'Mail out',
			`${mail.out.is}${mail.out.problem ? `, ${mail.out.problem}` : ''}; ${last('sent', mail.out.lastSent, mail.out.lastFailure)}`,
		],
		[
			'Mail in',
			`${mail.in.port ? `port ${mail.in.port} ${mail.in.problem ?? 'listens'}` : 'port not known here'}; last received ${when(mail.in.lastReceived)}`,
		],
		...(mail.in.mailbox
			? [
					[
						'Mailbox',
						`${mail.in.mailbox.is} ${mail.in.mailbox.problem ?? (mail.in.mailbox.away ? 'is not read' : 'is read')}; last looked at ${when(mail.in.mailbox.checked_at)}, last mail ${when(mail.in.mailbox.mail_at)}`,
					] as [string, string],
				]
			: []),
		...(broker
			? [
					[
						'MQTT broker',
						`${broker.is} ${broker.connected ? `is connected since ${when(broker.since)}` : `is away, ${broker.problem ?? 'no process is connected'}`}`,
					] as [string, string],
				]
			: []),
	];
	const width = Math.max(...rows.map(([name]) => name.length));
	return [
		...rows.map(([name, words]) => `${name.padEnd(width)}  ${words}`),
		'',
		...(attention.length === 0
			? ['Nothing needs you.']
			: ['This needs you:', ...attention.map((line) => `- ${line}`)]),
	];
}

const when = (at: string | null) => (at ? `${at.slice(0, 16).replace('T', ' ')} UTC` : 'never');
const last = (verb: string, good: string | null, bad: string | null) =>
	`last ${verb} ${when(good)}, last failed ${when(bad)}`;
const since = (count: number, seconds: number) =>
	count > 0 && seconds > 0 ? ` (the oldest for ${duration(seconds)})` : '';

function duration(seconds: number): string {
	if (seconds < 120) return `${seconds} s`;
	return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function size(bytes: number): string {
	const [amount, unit] =
		bytes >= 1e9 ? [bytes / 1e9, 'GB'] : bytes >= 1e6 ? [bytes / 1e6, 'MB'] : [bytes / 1e3, 'kB'];
	return `${amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${unit}`;
}
