import { isInside, type Point, type Zone } from '@watchword/contract/zone';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { ZoneShapes } from '../../../product/zone-shapes.tsx';
import { classes } from '../../../ui/classes.ts';
import { ARROWS, STEP } from './editing.ts';

type Props = {
	url: string;
	ratio: number | null;
	onRatio: (ratio: number) => void;
	zones: readonly Zone[];
	selected: number | null;
	onSelect: (at: number | null) => void;
	/** The corners so far of a zone that is being drawn; null while none is. */
	drawing: readonly Point[] | null;
	onPoint: (point: Point) => void;
	onClose: () => void;
	/** `isNew` starts a change that can be undone; the rest of a drag belongs to it. */
	onMove: (corner: number, to: Point, isNew: boolean) => void;
	onAdd: (corner: number) => void;
	onRemove: (corner: number) => void;
};

const percent = (share: number) => `${100 * share}%`;
const TALLEST = '58dvh';

/** The picture with its zones, on which corners are set, dragged and moved by keys. */
export function Canvas(props: Props) {
	const { url, ratio, zones, selected, drawing } = props;
	const frame = useRef<HTMLDivElement>(null);
	const at = ({ clientX, clientY }: MouseEvent): Point => {
		const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
		return { x: (clientX - left) / width, y: (clientY - top) / height };
	};
	const zone = selected === null ? undefined : zones[selected];

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: "Add a rectangle" and the list of zones are the keyboard's way.
		// biome-ignore lint/a11y/useKeyWithClickEvents: the same.
		<div
			ref={frame}
			className={classes(
				'relative mx-auto w-full touch-manipulation overflow-hidden rounded-control bg-sunken select-none',
				drawing && 'cursor-crosshair',
			)}
			style={ratio ? { aspectRatio: ratio, maxWidth: `calc(${TALLEST} * ${ratio})` } : { minHeight: '12rem' }}
			// Not on touch start: the finger may be scrolling.
			onClick={(event) => {
				if (event.target instanceof Element && event.target.closest('button')) return;
				const point = at(event);
				if (drawing) return props.onPoint(point);
				const hit = zones.findLastIndex(({ points }) => isInside(points, point));
				props.onSelect(hit < 0 ? null : hit);
			}}
		>
			<img
				src={url}
				alt="The latest capture"
				draggable={false}
				className="absolute inset-0 size-full"
				onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
					naturalHeight > 0 && props.onRatio(naturalWidth / naturalHeight)
				}
			/>
			<ZoneShapes zones={zones} selected={selected} />
			{drawing && (
				<>
					<ZoneShapes zones={[{ name: '', points: [...drawing], use: 'named' }]} selected={0} nameless />
					{drawing.map(({ x, y }, index) => (
						<button
							key={index.toString()}
							type="button"
							aria-label={index === 0 && drawing.length > 2 ? 'Close the zone here' : `Corner ${index + 1}`}
							disabled={index > 0 || drawing.length < 3}
							onClick={props.onClose}
							className={classes(handle, index === 0 && drawing.length > 2 && 'scale-125 bg-attention')}
							style={{ left: percent(x), top: percent(y) }}
						/>
					))}
				</>
			)}
			{!drawing &&
				zone?.points.map((point, corner) => (
					<Corner
						key={`corner ${corner.toString()}`}
						{...props}
						name={zone.name}
						point={point}
						corner={corner}
						at={at}
					/>
				))}
			{!drawing &&
				zone?.points.map((point, corner) => {
					const next = zone.points[(corner + 1) % zone.points.length] ?? point;
					return (
						<button
							key={`side ${corner.toString()}`}
							type="button"
							// The keyboard adds corners with + on a corner.
							tabIndex={-1}
							aria-hidden
							onClick={() => props.onAdd(corner)}
							className="absolute grid size-8 -translate-1/2 place-items-center before:size-2.5 before:rounded-full before:border before:border-surface before:bg-attention/70"
							style={{ left: percent((point.x + next.x) / 2), top: percent((point.y + next.y) / 2) }}
						/>
					);
				})}
		</div>
	);
}

/** As large as a fingertip; the visible part is smaller, so that it does not hide the picture. */
const handle =
	'absolute z-1 size-5 -translate-1/2 rounded-full border-2 border-attention bg-surface shadow-card after:absolute after:-inset-3';

type CornerProps = Pick<Props, 'onMove' | 'onAdd' | 'onRemove'> & {
	name: string;
	point: Point;
	corner: number;
	at: (event: MouseEvent) => Point;
};

function Corner({ name, point, corner, at, onMove, onAdd, onRemove }: CornerProps) {
	const dragged = useRef(false);
	function onKeyDown(event: KeyboardEvent) {
		const arrow = ARROWS[event.key];
		if (arrow) {
			const step = event.shiftKey ? STEP.coarse : STEP.fine;
			onMove(corner, { x: point.x + arrow.x * step, y: point.y + arrow.y * step }, true);
		} else if (event.key === 'Delete' || event.key === 'Backspace') onRemove(corner);
		else if (event.key === '+') onAdd(corner);
		else return;
		event.preventDefault();
		event.stopPropagation();
	}
	return (
		<button
			type="button"
			aria-label={`Corner ${corner + 1} of ${name}: ${Math.round(100 * point.x)} % from the left, ${Math.round(100 * point.y)} % from the top`}
			aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown Delete +"
			onKeyDown={onKeyDown}
			onPointerDown={(event) => {
				dragged.current = false;
				event.currentTarget.setPointerCapture(event.pointerId);
			}}
			onPointerMove={(event) => {
				if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
				onMove(corner, at(event), !dragged.current);
				dragged.current = true;
			}}
			onDoubleClick={() => onRemove(corner)}
			className={classes(handle, 'cursor-move touch-none')}
			style={{ left: percent(point.x), top: percent(point.y) }}
		/>
	);
}
