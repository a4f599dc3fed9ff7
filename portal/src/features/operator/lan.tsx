import { useQuery } from '@tanstack/react-query';
import type { OperatorLan } from '@watchword/contract/operator-lan';
import { call } from '../../lib/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { ChangeFailed, useChange } from './change.tsx';
import { lanQuery } from './documents.ts';
import { Section } from './section.tsx';

/** Whether phones in the local network reach the portal. */
export function Lan() {
	const { data: lan, isFetching, refetch, isError } = useQuery(lanQuery);
	return (
		<Section
			title="Local network"
			about="Phones in your network reach the portal over https, as a camera or to be told. Each of them has to trust this machine once."
		>
			{lan ? (
				<Card className="p-5 sm:p-6">
					<Reach lan={lan} />
				</Card>
			) : isError ? (
				<Failure title="This could not be loaded." retry={() => void refetch()} retrying={isFetching}>
					Nothing was changed.
				</Failure>
			) : (
				<Loading text="Loading...">
					<Skeleton className="h-24" />
				</Loading>
			)}
		</Section>
	);
}

function Reach({ lan }: { lan: OperatorLan }) {
	const { submit, submitting, failure } = useChange(lanQuery, (on: boolean) =>
		call('PUT /api/operator/lan', { body: { on } }),
	);
	return (
		<div className="grid gap-5">
			{lan.url ? (
				<p>
					<span className="text-muted">Phones find it at</span>{' '}
					<strong className="font-medium wrap-anywhere">{lan.url}</strong>
				</p>
			) : (
				!lan.on && <p>Only this machine reaches the portal.</p>
			)}
			{lan.problem && <Alert tone="attention">{lan.problem}</Alert>}
			{lan.trust_page && <Trust lan={lan} page={lan.trust_page} />}
			{lan.is_set ? (
				<p className="text-small text-pretty text-muted">
					{lan.is_set} is set where this was started, which comes first. Remove it there and restart to decide
					it here.
				</p>
			) : (
				<Button
					className="justify-self-start"
					look={lan.on ? 'secondary' : 'primary'}
					busy={submitting}
					onClick={() => void submit(!lan.on)}
				>
					{lan.on ? 'Switch off' : 'Let phones in'}
				</Button>
			)}
			<ChangeFailed failure={failure} />
		</div>
	);
}

function Trust({ lan, page }: { lan: OperatorLan; page: string }) {
	return (
		<div className="grid gap-5 sm:grid-cols-[auto_1fr]">
			{/* A QR code must be dark on light, in every theme. */}
			<img
				src={`data:image/svg+xml,${encodeURIComponent(lan.qr_svg ?? '')}`}
				alt="QR code of the page that makes a phone trust this machine"
				width={176}
				height={176}
				className="rounded-control border border-line"
			/>
			<div className="grid content-start gap-3">
				<p className="text-pretty">
					Scan this with the phone, or open{' '}
					<a href={page} className="font-medium text-accent underline wrap-anywhere">
						{page}
					</a>{' '}
					there. It makes the phone trust this machine, and then opens the portal.
				</p>
				<p className="text-small text-muted">
					Fingerprint, to compare with the one on that page:{' '}
					<code className="font-mono wrap-anywhere">{lan.fingerprint}</code>
				</p>
			</div>
		</div>
	);
}
