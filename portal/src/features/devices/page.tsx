import { useQuery } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { Camera, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { devicesQuery, healthQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { InSteps } from '../../ui/in-steps.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { MANY, matches, SearchField } from '../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Toast } from '../../ui/toast.tsx';
import { AddDialog } from './add-dialog.tsx';
import { CapturesDialog } from './captures-dialog.tsx';
import { DeviceCard, type DeviceDialog } from './device-card.tsx';
import { nameOf } from './messages.ts';
import { OptionsDialog } from './options-dialog.tsx';
import { ZonesDialog } from './zones/zones-dialog.tsx';

/** A closed dialog keeps its device, because it is visible until it has faded out. */
type Shown = { dialog: DeviceDialog; device: Device; open: boolean };

export function DevicesPage() {
	const { data: devices } = useQuery(devicesQuery);
	const [adding, setAdding] = useState(false);
	const [shown, setShown] = useState<Shown | null>(null);
	const [message, setMessage] = useState<string | null>(null);
	const dismiss = useCallback(() => setMessage(null), []);

	const show = useCallback(
		(dialog: DeviceDialog, device: Device) => setShown({ dialog, device, open: true }),
		[],
	);
	const close = () => setShown((last) => last && { ...last, open: false });
	// The current device, or its last state if another tab removed it.
	const device = devices?.find(({ id }) => id === shown?.device.id) ?? shown?.device;

	const addButton = (
		<Button look="primary" onClick={() => setAdding(true)}>
			<Plus aria-hidden className="size-4.5" />
			Add a device
		</Button>
	);

	return (
		<>
			<PageTitle name="Your Devices" />
			<PageHeader title="Your Devices" action={devices && devices.length > 0 && addButton}>
				The cameras of your account and what each of them saw last.
			</PageHeader>
			<Devices addButton={addButton} show={show} />
			<AddDialog
				open={adding}
				onClose={() => setAdding(false)}
				onOptions={(added) => {
					setAdding(false);
					show('options', added);
				}}
			/>
			{shown && device && (
				<>
					<OptionsDialog
						key={`options ${device.id}`}
						device={device}
						open={shown.open && shown.dialog === 'options'}
						onClose={close}
						onDone={(text) => {
							close();
							setMessage(text);
						}}
					/>
					<ZonesDialog
						key={`zones ${device.id}`}
						device={device}
						open={shown.open && shown.dialog === 'zones'}
						onClose={close}
						onSaved={() => {
							close();
							setMessage('Zones saved.');
						}}
					/>
					<CapturesDialog
						key={`captures ${device.id}`}
						device={device}
						open={shown.open && shown.dialog === 'captures'}
						onClose={close}
					/>
				</>
			)}
			<Toast message={message} onDismiss={dismiss} />
		</>
	);
}

type DevicesProps = { addButton: ReactNode; show: (dialog: DeviceDialog, device: Device) => void };

function Devices({ addButton, show }: DevicesProps) {
	const { data: devices, isError, isFetching, refetch } = useQuery(devicesQuery);
	const health = useQuery({ ...healthQuery(devices ?? []), enabled: devices !== undefined });
	const now = useNow();
	const [search, setSearch] = useState('');
	// Typing shows at once; many cards follow.
	const asked = useDeferredValue(search);
	// The cards are rendered after their surroundings.
	const isThere = useDeferredValue(devices !== undefined, false);
	const healthOf = useMemo(() => new Map(health.data?.map((one) => [one.id, one])), [health.data]);
	if (isError && !devices) {
		return (
			<Failure title="Your devices could not be loaded." retry={() => void refetch()} retrying={isFetching}>
				They keep sending captures meanwhile.
			</Failure>
		);
	}
	if (!devices || !isThere) {
		return (
			<Loading text="Loading..." isShort={devices !== undefined}>
				<div className="grid gap-5 lg:grid-cols-2">
					<CardSkeleton />
					<CardSkeleton />
				</div>
			</Loading>
		);
	}
	if (devices.length === 0) {
		return (
			<EmptyState icon={Camera} title="No devices available." action={addButton}>
				Any phone, laptop, doorbell or network camera can be one. Once it sends to your account, its latest
				picture appears here.
			</EmptyState>
		);
	}
	const isMany = devices.length > MANY;
	const found = isMany ? devices.filter((device) => matches(nameOf(device), asked)) : devices;
	return (
		<div className="grid gap-5">
			{isMany && (
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<div className="min-w-56 flex-1 sm:max-w-sm">
						<SearchField label="Search devices" value={search} onChange={setSearch} />
					</div>
					<p role="status" className="text-small text-muted tabular-nums">
						{asked.trim() === ''
							? `${devices.length} devices`
							: found.length === 0
								? 'No device is called that.'
								: `${found.length} of ${devices.length} devices`}
					</p>
				</div>
			)}
			<ul className="grid gap-5 lg:grid-cols-2">
				<InSteps first={1}>
					{found.map((device) => (
						<li key={device.id}>
							<DeviceCard
								device={device}
								health={health.isError ? null : healthOf.get(device.id)}
								now={now}
								onShow={show}
							/>
						</li>
					))}
				</InSteps>
			</ul>
		</div>
	);
}

const CardSkeleton = () => (
	<div className="overflow-hidden rounded-card border border-line bg-surface">
		<Skeleton className="aspect-4/3 rounded-none" />
		<div className="grid gap-2.5 p-5">
			<Skeleton className="h-4 w-40" />
			<Skeleton className="h-3.5 w-28" />
			<Skeleton className="mt-2 ml-auto h-11 w-44" />
		</div>
	</div>
);
