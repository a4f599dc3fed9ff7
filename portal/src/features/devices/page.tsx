import { useQuery } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { Camera } from 'lucide-react';
import { Link } from 'react-router';
import { devicesQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

export const DevicesPage = () => (
	<>
		<PageTitle name="Your Devices" />
		<PageHeader title="Your Devices">The cameras of your account and what each of them saw last.</PageHeader>
		<Devices />
	</>
);

function Devices() {
	const { data: devices, isError, isFetching, refetch } = useQuery(devicesQuery);
	if (isError && !devices) {
		return (
			<Failure title="Your devices could not be loaded." retry={() => void refetch()} retrying={isFetching}>
				They keep sending captures meanwhile.
			</Failure>
		);
	}
	if (!devices) {
		return (
			<Loading text="Loading...">
				<div className="grid gap-5 lg:grid-cols-2">
					<Skeleton className="aspect-4/3" />
					<Skeleton className="aspect-4/3" />
				</div>
			</Loading>
		);
	}
	if (devices.length === 0) {
		return (
			<EmptyState
				icon={Camera}
				title="No devices available."
				action={
					<Link to="/app/help" className={buttonClasses('secondary')}>
						How devices work
					</Link>
				}
			>
				Once a camera is paired with your account, its latest picture stands here.
			</EmptyState>
		);
	}
	return (
		<ul className="grid gap-5 lg:grid-cols-2">
			{devices.map((device) => (
				<li key={device.id}>
					<DeviceCard device={device} />
				</li>
			))}
		</ul>
	);
}

const DeviceCard = ({ device }: { device: Device }) => (
	<Card className="overflow-hidden">
		<div className="grid aspect-4/3 place-items-center bg-sunken text-muted">
			<Camera aria-hidden className="size-10" strokeWidth={1.25} />
		</div>
		<div className="grid gap-0.5 px-5 py-4">
			<h2 className="font-medium">{device.desc || 'No description available'}</h2>
			<p className="text-small text-muted">No timestamp available</p>
		</div>
	</Card>
);
