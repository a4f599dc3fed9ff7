import { queryOptions, useQuery } from '@tanstack/react-query';
import { PAIRING_MINUTES } from '@watchword/contract/constants';
import type { Device, Pairing } from '@watchword/contract/device';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, api } from '../../lib/api.ts';
import { devicesQuery } from '../../lib/documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { pairingFailure } from './messages.ts';
import { PairingSteps } from './pairing-steps.tsx';

type Props = { open: boolean; onClose: () => void; onOptions: (device: Device) => void };

export const AddDialog = ({ open, onClose, onOptions }: Props) => (
	<Dialog open={open} onClose={onClose} title="Add a device">
		<Adding onClose={onClose} onOptions={onOptions} />
	</Dialog>
);

const pairingQuery = queryOptions({
	queryKey: ['pairing'],
	queryFn: () => api.post<Pairing>('/api/devices/pairings'),
	staleTime: 'static',
	// A code is for one visit: the next begins with its own.
	gcTime: 0,
});

const VALID_MS = PAIRING_MINUTES * 60_000;

function Adding({ onClose, onOptions }: Omit<Props, 'open'>) {
	const { data: devices } = useQuery(devicesQuery);
	const [known] = useState(() => new Set(devices?.map(({ id }) => id)));
	const { data: pairing, dataUpdatedAt, error, isFetching, refetch } = useQuery(pairingQuery);
	const added = devices?.find(({ id }) => !known.has(id));
	const now = useNow(1000);
	// Counted on this clock from when the code came: the server's may differ.
	const left = Math.min(VALID_MS, dataUpdatedAt + VALID_MS - now);
	const renew = pairing !== undefined && left <= 0 && !added && !error;

	useEffect(() => {
		if (renew) void refetch();
	}, [renew, refetch]);

	if (added) return <Connected device={added} onClose={onClose} onOptions={() => onOptions(added)} />;
	if (error && !isFetching) {
		return (
			<Failure title="There is no code right now." retry={() => void refetch()}>
				{pairingFailure(error instanceof ApiError ? error : new ApiError('internal', error.message))}
			</Failure>
		);
	}
	if (!pairing || left <= 0) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-96" />
			</Loading>
		);
	}
	return <PairingSteps pairing={pairing} left={left} />;
}

type ConnectedProps = { device: Device; onClose: () => void; onOptions: () => void };

const Connected = ({ device, onClose, onOptions }: ConnectedProps) => (
	<div className="grid animate-appear justify-items-center gap-5 py-6 text-center">
		<span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent">
			<CircleCheck aria-hidden className="size-7" strokeWidth={1.75} />
		</span>
		<div role="alert" className="grid gap-1.5">
			<p className="text-title font-semibold break-words">{device.desc || 'Your camera'} is connected</p>
			<p className="text-pretty text-muted">Its pictures appear among your devices by themselves.</p>
		</div>
		<div className="flex flex-wrap justify-center gap-3">
			<Button onClick={onOptions}>Set it up</Button>
			<Button look="primary" onClick={onClose}>
				Done
			</Button>
		</div>
	</div>
);
