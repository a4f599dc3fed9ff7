import { useQuery } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { devicesQuery } from '../../lib/documents.ts';
import { useNow } from '../../lib/use-now.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { problemInWords } from './connection.ts';
import { nameOf } from './messages.ts';
import { Picture } from './picture.tsx';
import { useLoadedImage } from './use-loaded-image.ts';

/** Waits for the first picture of a new device, which the live events announce, and shows it. */
export function FirstPicture({ deviceId }: { deviceId: string }) {
	const { data: devices } = useQuery(devicesQuery);
	const device = devices?.find(({ id }) => id === deviceId);
	const now = useNow();
	const problem = device ? problemInWords(device, now) : null;
	return (
		// Always in the page, so that changes are read out.
		<div role="status" className="w-full">
			{device?.last_image_path ? (
				<Arrived device={device} path={device.last_image_path} />
			) : (
				<div className="grid justify-items-center gap-2 rounded-control border border-dashed border-line-strong px-4 py-6 text-center text-small text-muted">
					<p className="flex items-center gap-2.5">
						<Spinner />
						Waiting for the first picture ...
					</p>
					{problem && <p className="text-attention">{problem}</p>}
				</div>
			)}
		</div>
	);
}

function Arrived({ device, path }: { device: Device; path: string }) {
	const image = useLoadedImage(path);
	return (
		<figure className="grid animate-appear gap-2">
			<div className="relative aspect-4/3 overflow-hidden rounded-control bg-sunken">
				<Picture
					image={image}
					path={path}
					instead={null}
					alt={`First picture of ${nameOf(device)}`}
					cut={false}
				/>
			</div>
			<figcaption className="text-small text-muted">The first picture is here.</figcaption>
		</figure>
	);
}
