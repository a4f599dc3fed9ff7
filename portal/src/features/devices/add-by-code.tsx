import { queryOptions, useQuery } from '@tanstack/react-query';
import { PAIRING_MINUTES } from '@watchword/contract/constants';
import type { Device, PairingStart } from '@watchword/contract/device';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { devicesQuery } from '../../lib/documents.ts';
import { browserZone } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { BridgeStart, BridgeSteps } from './bridge-steps.tsx';
import { FirstPicture } from './first-picture.tsx';
import { pairingFailure } from './messages.ts';
import { PairingSteps } from './pairing-steps.tsx';

type Props = {
	kind: 'browser' | 'network';
	back: ReactNode;
	onClose: () => void;
	onOptions: (device: Device) => void;
};

const pairingQuery = queryOptions({
	queryKey: ['pairing'],
	queryFn: () => {
		const start: PairingStart = { zone: browserZone() };
		return call('POST /api/devices/pairings', { body: start });
	},
	staleTime: 'static',
	// A code is for one visit. The next visit gets a new one.
	gcTime: 0,
});

const VALID_MS = PAIRING_MINUTES * 60_000;

const idsOf = (devices: Device[] | undefined) => new Set(devices?.map(({ id }) => id));

/** A phone, a laptop or a bridge redeems a code, and this window notices. */
export function AddByCode({ kind, back, onClose, onOptions }: Props) {
	const { data: devices } = useQuery(devicesQuery);
	const [known, setKnown] = useState(() => idsOf(devices));
	const { data: pairing, dataUpdatedAt, error, isFetching, refetch } = useQuery(pairingQuery);
	const added = devices?.find(({ id }) => !known.has(id));
	const now = useNow(1000);
	// Counted from when the code arrived, because the server's clock may differ.
	const left = Math.min(VALID_MS, dataUpdatedAt + VALID_MS - now);
	const renew = pairing !== undefined && left <= 0 && !added && !error;

	useEffect(() => {
		if (renew) void refetch();
	}, [renew, refetch]);

	/** A bridge needs a new code for each camera. */
	function addAnother() {
		setKnown(idsOf(devices));
		void refetch();
	}

	if (added) {
		return (
			<Connected
				device={added}
				onClose={onClose}
				onOptions={() => onOptions(added)}
				onAnother={kind === 'network' ? addAnother : null}
			/>
		);
	}
	if (error && !isFetching) {
		return (
			<Failure title="There is no code right now." retry={() => void refetch()}>
				{pairingFailure(error instanceof ApiError ? error : new ApiError('internal', error.message))}
			</Failure>
		);
	}
	if (!pairing || isFetching || left <= 0) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-96" />
			</Loading>
		);
	}
	return (
		<div className="grid gap-4">
			{back}
			{kind === 'browser' ? (
				<PairingSteps pairing={pairing} left={left} />
			) : (
				<BridgeSteps pairing={pairing} left={left} />
			)}
		</div>
	);
}

type ConnectedProps = {
	device: Device;
	onClose: () => void;
	onOptions: () => void;
	/** Set for a bridge, which adds several cameras that send once it is started. */
	onAnother: (() => void) | null;
};

const Connected = ({ device, onClose, onOptions, onAnother }: ConnectedProps) => (
	<div className="grid animate-appear justify-items-center gap-5 py-6 text-center">
		<span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
			<CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
		</span>
		<div role="alert" className="grid gap-1.5">
			<p className="text-title font-semibold wrap-anywhere">{device.desc || 'Your camera'} is connected</p>
			<p className="text-pretty text-muted">Its pictures appear among your devices by themselves.</p>
		</div>
		{onAnother && (
			<div className="grid w-full gap-2 text-left">
				<p>Start the bridge once all cameras are added:</p>
				<BridgeStart label="Copy command" />
			</div>
		)}
		<FirstPicture deviceId={device.id} />
		<div className="flex flex-wrap justify-center gap-3">
			{onAnother && <Button onClick={onAnother}>Add another camera</Button>}
			<Button onClick={onOptions}>Set it up</Button>
			<Button look="primary" onClick={onClose}>
				Done
			</Button>
		</div>
	</div>
);
