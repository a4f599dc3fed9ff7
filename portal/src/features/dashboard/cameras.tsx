import { useQuery } from '@tanstack/react-query';
import type { Dashboard } from '@watchword/contract/dashboard';
import type { Device } from '@watchword/contract/device';
import { durationInWords, silentMinutes } from '@watchword/contract/silence';
import { Camera, ImageOff, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { imageQuery } from '../../lib/storage-image.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { TimeText } from '../../ui/time-text.tsx';

type Picture = Dashboard['pictures'][number];
type Props = { devices: Device[]; pictures: Picture[]; now: number };

/** The most cameras shown here. The Devices screen shows all. */
const SHOWN = 12;

/** The latest capture of each camera and its age. Cameras that are silent unexpectedly come first. */
export function Cameras({ devices, pictures, now }: Props) {
	const silent = (device: Device) => silentMinutes(device, now) ?? 0;
	return (
		<ul className={GRID}>
			{devices
				.toSorted((a, b) => silent(b) - silent(a))
				.slice(0, SHOWN)
				.map((device) => (
					<li key={device.id}>
						<Tile
							device={device}
							picture={pictures.find(({ deviceId }) => deviceId === device.id)}
							silent={silentMinutes(device, now)}
							now={now}
						/>
					</li>
				))}
		</ul>
	);
}

const GRID = 'grid grid-cols-2 gap-x-4 gap-y-5 md:grid-cols-3';

type TileProps = { device: Device; picture: Picture | undefined; silent: number | null; now: number };

const Tile = ({ device, picture, silent, now }: TileProps) => (
	<Link to="/app/devices" className="group grid gap-2 rounded-card">
		<span className="relative block aspect-4/3 overflow-hidden rounded-card border border-line bg-sunken transition-colors group-hover:border-line-strong">
			{picture ? (
				<Thumb path={picture.thumb_path} />
			) : (
				<Camera
					aria-hidden
					className="absolute inset-0 m-auto size-8 text-muted transition-transform"
					strokeWidth={1.25}
				/>
			)}
		</span>
		<span className="grid text-small">
			<span className="truncate font-medium">{device.desc || 'No description available'}</span>
			<span className="text-muted">
				{picture ? <Age iso={picture.captured_at} now={now} /> : 'No picture yet.'}
			</span>
			{silent !== null && (
				<span className="flex items-center gap-1.5 text-attention">
					<TriangleAlert aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
					Silent for {durationInWords(silent)}
				</span>
			)}
		</span>
	</Link>
);

const Age = ({ iso, now }: { iso: string; now: number }) => {
	const seconds = Date.parse(iso) / 1000;
	return <TimeText iso={iso} words={timeInWords(seconds, now / 1000)} exact={exactTime(seconds)} />;
};

/** The name beside it describes it. */
function Thumb({ path }: { path: string }) {
	const { data, isError } = useQuery(imageQuery(path));
	if (isError) {
		return <ImageOff aria-hidden className="absolute inset-0 m-auto size-8 text-muted" strokeWidth={1.25} />;
	}
	return (
		data && <img src={data.url} alt="" className="absolute inset-0 size-full animate-fade object-cover" />
	);
}
