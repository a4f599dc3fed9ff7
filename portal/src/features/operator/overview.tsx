import { useQuery } from '@tanstack/react-query';
import type { OperatorOverview } from '@watchword/contract/operator-status';
import { CircleCheck } from 'lucide-react';
import { portalQuery } from '../../lib/documents.ts';
import { sizeInWords } from '../../lib/size.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { overviewQuery } from './documents.ts';
import { type Fact, Facts, Section } from './section.tsx';

/** Whether the installation works, and what its operator should do. */
export function Health() {
	const { data, isFetching, refetch } = useQuery(overviewQuery);
	return (
		<Section title="Health">
			{data ? (
				<>
					{data.attention.length === 0 ? (
						<p className="flex items-center gap-2 font-medium text-accent">
							<CircleCheck aria-hidden className="size-4.5" />
							Nothing needs you.
						</p>
					) : (
						<Alert tone="attention">
							<ul className="grid gap-1">
								{data.attention.map((line) => (
									<li key={line} className="wrap-anywhere">
										{line}
									</li>
								))}
							</ul>
						</Alert>
					)}
					<Card className="grid gap-4 p-5 sm:p-6">
						<Facts facts={healthOf(data)} />
					</Card>
					<Button
						className="justify-self-start"
						look="quiet"
						aria-label="Look again at the health"
						busy={isFetching}
						onClick={() => void refetch()}
					>
						Look again
					</Button>
				</>
			) : (
				<NotYet />
			)}
		</Section>
	);
}

/** The room there is and what takes it. */
export function Storage() {
	const { data } = useQuery(overviewQuery);
	return (
		<Section title="Storage">
			{data ? (
				<Card className="p-5 sm:p-6">
					<Facts facts={storageOf(data)} />
				</Card>
			) : (
				<NotYet />
			)}
		</Section>
	);
}

/** What leaves this machine as it is set up now. */
export function Leaves() {
	const { data } = useQuery(overviewQuery);
	return (
		<Section
			title="What leaves this machine"
			about="No telemetry and no check for updates. As it is set up now, these connections go out, and nothing else."
		>
			{data ? (
				<Card className="p-5 sm:p-6">
					{data.leaves.length === 0 && <p>Nothing leaves it.</p>}
					<ul className="grid gap-4 text-small">
						{data.leaves.map(({ what, to, off }) => (
							<li key={what} className="grid gap-0.5">
								<span className="font-medium wrap-anywhere">
									{what}: to {to}
								</span>
								<span className="text-pretty text-muted">{off}</span>
							</li>
						))}
					</ul>
				</Card>
			) : (
				<NotYet />
			)}
		</Section>
	);
}

/** Who uses the installation. */
export function Accounts() {
	const { data } = useQuery(overviewQuery);
	const command = useQuery(portalQuery).data?.commands.admin;
	return (
		<Section title="Accounts" about="An account is added by a command in a terminal of this machine.">
			{data ? (
				<Card className="grid gap-5 p-5 sm:p-6">
					<Facts facts={accountsOf(data)} />
					{data.newest.length > 0 && (
						<div className="grid gap-2">
							<h3 className="text-small text-muted">Added last</h3>
							<ul className="grid gap-2 text-small">
								{data.newest.map(({ name, email, added_at }) => (
									<li key={email} className="flex flex-wrap justify-between gap-x-6">
										<span className="min-w-0 wrap-anywhere">
											<span className="font-medium">{name}</span> {email}
										</span>
										<span className="text-muted">{moment(added_at)}</span>
									</li>
								))}
							</ul>
						</div>
					)}
				</Card>
			) : (
				<NotYet />
			)}
			{command && <CopyText text={`${command} user add --email E --name N`} label="Copy the command" />}
		</Section>
	);
}

const NotYet = () => <NotLoaded query={useQuery(overviewQuery)} loading="h-24" />;

function moment(iso: string | null) {
	if (iso === null) return 'Never';
	const seconds = Date.parse(iso) / 1000;
	return <TimeText iso={iso} words={timeInWords(seconds)} exact={exactTime(seconds)} />;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const healthOf = ({
	version,
	server,
	database,
	queue,
	runs,
	deliveries,
	cameras,
	model,
	mail,
	broker,
	certificate,
}: OperatorOverview): Fact[] => [
	['Version', version],
	['Server', server.problem ?? 'Answers'],
	['Database', database],
	['Jobs', `${queue.due} due, ${queue.failed} failed in the last half hour`],
	['Runs', `${runs.open} open, ${runs.waitingForYes} waiting for a yes`],
	['Deliveries', `${deliveries.waiting} waiting`],
	['Cameras', `${cameras.all}, ${cameras.silent} silent`],
	['The model last answered', moment(model.lastAnswer)],
	...(certificate ? [['Certificate until', moment(certificate.until)] satisfies Fact] : []),
	['Last mail sent', moment(mail.out.lastSent)],
	['Last mail received', moment(mail.in.lastReceived)],
	...(mail.in.mailbox === null
		? []
		: [
				['Mailbox', mail.in.mailbox.is] satisfies Fact,
				['The mailbox was last looked at', moment(mail.in.mailbox.checked_at)] satisfies Fact,
				['Last mail from the mailbox', moment(mail.in.mailbox.mail_at)] satisfies Fact,
			]),
	...(broker === null
		? []
		: [
				['MQTT broker', broker.is] satisfies Fact,
				[
					broker.connected ? 'The broker is connected since' : 'The broker is away since',
					moment(broker.since),
				] satisfies Fact,
			]),
];

const storageOf = ({ storage }: OperatorOverview): Fact[] => [
	['Free on this disk', storage.freeBytes === null ? 'Not known' : sizeInWords(storage.freeBytes)],
	['Database', sizeInWords(storage.databaseBytes)],
	[
		'Files',
		storage.files === 0 ? 'None' : `${counted(storage.files, 'file')}, ${sizeInWords(storage.fileBytes)}`,
	],
	['Captures', counted(storage.captures, 'picture')],
	['Files are', storage.kept],
	...(storage.mirror === null ? [] : [['Mirror', storage.mirror] satisfies Fact]),
];

const accountsOf = ({ customers }: OperatorOverview): Fact[] => [
	['Accounts', customers.all],
	['Active in the last 7 days', customers.activeInSevenDays],
	...(customers.disabled === 0 ? [] : [['Disabled', customers.disabled] satisfies Fact]),
	...(customers.leaving === 0 ? [] : [['Leaving', customers.leaving] satisfies Fact]),
];
