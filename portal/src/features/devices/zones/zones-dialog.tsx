import { useQueryClient } from '@tanstack/react-query';
import type { Device } from '@watchword/contract/device';
import { type Point, ZONE_POINTS_MAX, ZONES_MAX, type Zone, zonesProblem } from '@watchword/contract/zone';
import { Pentagon, SquarePlus, Undo2 } from 'lucide-react';
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react';
import { ApiError, call } from '../../../lib/api.ts';
import { devicesQuery } from '../../../lib/documents.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { nameOf, saveFailure } from '../messages.ts';
import { useLoadedImage } from '../use-loaded-image.ts';
import { Canvas } from './canvas.tsx';
import {
	addCorner,
	changeZone,
	isSame,
	moveCorner,
	rectangle,
	removeCorner,
	withSaved,
	withZone,
} from './editing.ts';
import { ZoneList } from './zone-list.tsx';

type Props = { device: Device; open: boolean; onClose: () => void; onSaved: () => void };

type OnKeyDown = (event: KeyboardEvent) => void;

export function ZonesDialog({ device, open, onClose, onSaved }: Props) {
	// The window has the focus while the mouse draws, so it catches the keys.
	const keys = useRef<OnKeyDown>(null);
	return (
		<Dialog
			open={open}
			onClose={onClose}
			onKeyDown={(event) => keys.current?.(event)}
			size="wide"
			title={`Zones of ${nameOf(device)}`}
			description="Name parts of the picture, and use the names in prompts: “a car in the driveway”."
		>
			{open && <ZonesForm device={device} onSaved={onSaved} keys={keys} />}
		</Dialog>
	);
}

const MAX_UNDONE = 50;

/** The changes made here, and the zones that were saved at that time. */
type Edits = { zones: readonly Zone[]; before: readonly Zone[] };

type FormProps = Pick<Props, 'device' | 'onSaved'> & { keys: Ref<OnKeyDown> };

function ZonesForm({ device, onSaved, keys }: FormProps) {
	const client = useQueryClient();
	const image = useLoadedImage(device.last_image_path);
	const [ratio, setRatio] = useState<number | null>(null);
	const { draft, change, discard } = useDraft<Edits & { forgotten: string[] }>(`zones ${device.id}`);
	const { forgotten = [] } = draft;
	const zonesOver = (saved: readonly Zone[]) =>
		draft.zones ? withSaved(draft.zones, draft.before ?? saved, saved) : saved;
	const zones = zonesOver(device.zones);
	const removed = device.removed_zones.filter((name) => !forgotten.includes(name));
	const [selected, setSelected] = useState<number | null>(zones.length > 0 ? 0 : null);
	const [saved, setSaved] = useState(device.zones);
	if (saved !== device.zones) {
		// Another tab saved: the selected zone may have another place now.
		const name = selected === null ? undefined : zonesOver(saved)[selected]?.name;
		const at = zones.findIndex((zone) => zone.name === name);
		setSaved(device.zones);
		setSelected(at < 0 ? null : at);
	}
	const [drawing, setDrawing] = useState<Point[] | null>(null);
	const [undo, setUndo] = useState<Edits[]>([]);
	/** The zone whose name is being typed: its letters are undone together. */
	const naming = useRef<number | null>(null);
	const [tried, setTried] = useState(false);
	const problem = tried ? zonesProblem(zones) : null;

	const edit = (next: Zone[], isNew = true) => {
		const before = device.zones;
		if (isNew) setUndo([...undo.slice(-MAX_UNDONE), { zones, before }]);
		naming.current = null;
		change({ zones: next, before });
	};
	const add = (points: Point[]) => {
		edit(withZone(zones, points, ratio));
		setSelected(zones.length);
		setDrawing(null);
	};
	const back = () => {
		if (drawing) return setDrawing(drawing.length > 0 ? drawing.slice(0, -1) : null);
		const last = undo.at(-1);
		if (!last) return;
		setUndo(undo.slice(0, -1));
		naming.current = null;
		change(last);
		setSelected(last.zones.length > 0 ? Math.min(selected ?? 0, last.zones.length - 1) : null);
	};
	const { submit, submitting, failure } = useSubmit(async () => {
		const saved = await call('PUT /api/devices/{id}/zones', {
			params: { id: device.id },
			body: { zones: [...zones], removed_zones: removed, before: device.zones },
		}).catch(async (error: unknown) => {
			// Zones saved elsewhere are merged into those drawn here, so that the customer sees them before saving.
			if (error instanceof ApiError && error.code === 'conflict')
				await client.invalidateQueries(devicesQuery);
			throw error;
		});
		client.setQueryData(devicesQuery.queryKey, (all) =>
			all?.map((other) => (other.id === saved.id ? saved : other)),
		);
		discard();
		onSaved();
	});

	function onKeyDown(event: KeyboardEvent) {
		const isField = event.target instanceof HTMLInputElement;
		if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !isField) {
			event.preventDefault();
			back();
		} else if (event.key === 'Escape' && drawing) {
			event.stopPropagation();
			setDrawing(null);
		}
	}
	useImperativeHandle(keys, () => onKeyDown);

	if (!device.last_image_path)
		return (
			<p className="py-10 text-center text-muted">Zones can be drawn once this device has sent a picture.</p>
		);
	if (image.failure) return <Alert tone="loss">The picture could not be loaded. {image.failure}</Alert>;
	if (!image.current) return <Skeleton className="aspect-4/3 max-h-[58dvh] w-full" />;
	const isFull = zones.length >= ZONES_MAX;
	return (
		<div className="grid gap-4">
			<Canvas
				url={image.current.url}
				ratio={ratio}
				onRatio={setRatio}
				zones={zones}
				selected={selected}
				onSelect={setSelected}
				drawing={drawing}
				onPoint={(point) => drawing && drawing.length < ZONE_POINTS_MAX && setDrawing([...drawing, point])}
				onClose={() => drawing && add(drawing)}
				onMove={(corner, to, isNew) => edit(moveCorner(zones, selected ?? 0, corner, to, ratio), isNew)}
				onAdd={(corner) => edit(addCorner(zones, selected ?? 0, corner))}
				onRemove={(corner) => edit(removeCorner(zones, selected ?? 0, corner))}
			/>
			<p role="status" className="text-small text-pretty text-muted">
				{drawing
					? drawing.length < 3
						? 'Click or tap the corners of the zone on the picture, one after the other.'
						: 'Go on, or click the first corner to close the zone.'
					: selected === null
						? 'Draw a zone, or choose one to change it.'
						: 'Drag the corners, or move them with the arrow keys. The dots between them add corners; Delete removes one.'}
			</p>
			<div className="flex flex-wrap gap-2">
				{drawing ? (
					<>
						<Button look="primary" disabled={drawing.length < 3} onClick={() => add(drawing)}>
							Close the zone
						</Button>
						<Button onClick={() => setDrawing(null)}>Cancel</Button>
					</>
				) : (
					<>
						<Button disabled={isFull} onClick={() => setDrawing([])}>
							<Pentagon aria-hidden className="size-4.5" strokeWidth={1.75} />
							Draw a zone
						</Button>
						<Button disabled={isFull} onClick={() => add(rectangle(zones))}>
							<SquarePlus aria-hidden className="size-4.5" strokeWidth={1.75} />
							Add a rectangle
						</Button>
					</>
				)}
				<Button look="quiet" disabled={drawing ? false : undo.length === 0} onClick={back}>
					<Undo2 aria-hidden className="size-4.5" strokeWidth={1.75} />
					Undo
				</Button>
			</div>
			{isFull && <p className="text-small text-muted">A device may have at most {ZONES_MAX} zones.</p>}
			<ZoneList
				zones={zones}
				selected={selected}
				onSelect={setSelected}
				onChange={(at, part) => {
					const isTyping = 'name' in part;
					edit(changeZone(zones, at, part), !isTyping || naming.current !== at);
					if (isTyping) naming.current = at;
				}}
				onRemove={(at) => {
					edit(zones.toSpliced(at, 1));
					setSelected(zones.length > 1 ? 0 : null);
				}}
				problem={problem}
				ratio={ratio}
			/>
			<Removed names={removed} onForget={(name) => change({ forgotten: [...forgotten, name] })} />
			{problem?.at === null && <Alert tone="loss">{problem.problem}</Alert>}
			{failure && <Alert tone="loss">{saveFailure(failure)}</Alert>}
			<div className="flex flex-wrap justify-end gap-2">
				{(!isSame(zones, device.zones) || forgotten.length > 0) && (
					<Button
						look="quiet"
						onClick={() => {
							discard();
							setUndo([]);
							setDrawing(null);
							setSelected(device.zones.length > 0 ? 0 : null);
						}}
					>
						Discard changes
					</Button>
				)}
				<Button
					look="primary"
					busy={submitting}
					disabled={drawing !== null}
					className="max-sm:w-full"
					onClick={() => {
						setTried(true);
						const found = zonesProblem(zones);
						if (!found) void submit();
						else if (found.at !== null) setSelected(found.at);
					}}
				>
					Save zones
				</Button>
			</div>
		</div>
	);
}

type RemovedProps = { names: readonly string[]; onForget: (name: string) => void };

/** A prompt that names a removed zone is not judged on the whole picture instead, until the name is forgotten. */
const Removed = ({ names, onForget }: RemovedProps) =>
	names.length > 0 && (
		<div className="grid gap-2 rounded-control bg-sunken px-3.5 py-2.5 text-small">
			<p className="text-pretty text-muted">
				Removed zones. A prompt that still names one gets no answer until you draw it again or forget the
				name.
			</p>
			<ul className="flex flex-wrap gap-2">
				{names.map((name) => (
					<li key={name} className="flex items-center gap-2 rounded-control bg-surface py-1 pr-1 pl-3">
						{name}
						<button
							type="button"
							aria-label={`Forget ${name}`}
							onClick={() => onForget(name)}
							className="h-8 rounded-control px-2 font-medium text-muted hover:text-ink"
						>
							Forget
						</button>
					</li>
				))}
			</ul>
		</div>
	);
