import { useInfiniteQuery } from '@tanstack/react-query';
import { TRIAL_CAPTURES } from '@watchword/contract/constants';
import { Link } from 'react-router';
import { capturesQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { textLink } from '../../../ui/text-link.ts';
import { Strip } from './contact-sheet.tsx';
import type { Tryable } from './draft.ts';
import { Latest } from './latest.tsx';
import { ofCapture } from './subjects.ts';
import type { Subject, Trying } from './use-trials.ts';

type Props = {
	tryable: Tryable;
	deviceId: string | null;
	isLimited: boolean;
	/** Whether quiet hours hold its mails. */
	isQuiet: boolean;
	trying: Trying;
	onTry: (subjects: Subject[]) => void;
};

/** The latest capture of the device, or another one, and the last twenty at once. */
export function TryCaptures({ tryable, deviceId, isLimited, isQuiet, trying, onTry }: Props) {
	const { data, isError, refetch } = useInfiniteQuery({
		...capturesQuery(deviceId ?? ''),
		enabled: deviceId !== null,
	});
	if (deviceId === null) {
		return (
			<p className="text-muted">Choose a device under Inputs; then you can try this on what it captured.</p>
		);
	}
	if (isError && !data) {
		return (
			<p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
				The captures could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
			</p>
		);
	}
	if (!data) return <Skeleton className="h-11 w-64" />;
	const latest = data.pages.flatMap(({ items }) => items.map(ofCapture)).slice(0, TRIAL_CAPTURES);
	const shown = latest.find(({ key }) => key === trying.chosen) ?? latest[0];
	if (!shown) {
		return (
			<p className="text-pretty text-muted">
				This device has not captured anything yet. As soon as its first picture is here, you can try this on
				it.{' '}
				<Link to="/app/devices" className={textLink}>
					See your devices
				</Link>
			</p>
		);
	}
	return (
		<div className="grid min-w-0 gap-2">
			<Latest tryable={tryable} subject={shown} trying={trying} />
			{latest.length > 1 && trying.trials?.kind !== 'captures' && (
				<Strip
					label="Its last pictures"
					tried={latest.map((subject) => [subject, null])}
					current={shown.key}
					onOpen={({ key }) => trying.choose(key)}
				/>
			)}
			<Button busy={trying.busy} className="justify-self-start" onClick={() => onTry(latest)}>
				{latest.length === 1 ? 'Try it on the last picture' : `Try it on the last ${latest.length} pictures`}
			</Button>
			{isLimited && (
				<p className="text-small text-muted">Run Limiting is left aside here: every picture is tried.</p>
			)}
			{isQuiet && (
				<p className="text-small text-muted">
					Quiet hours are left aside here: they hold mails until their end.
				</p>
			)}
		</div>
	);
}
