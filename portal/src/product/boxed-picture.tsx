import type { PictureBox } from '@watchword/contract/boxes';
import type { Zone } from '@watchword/contract/zone';
import { Eye, EyeOff, ImageOff } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';
import { type BoxLabel, LABEL_HEIGHT, placeLabels, type Size } from './box-labels.ts';
import { ZoneShapes } from './zone-shapes.tsx';

type Props = {
	url: string;
	alt: string;
	/** What was found in all pictures that were judged together. */
	boxes: readonly PictureBox[];
	/** Which of those pictures this is. */
	picture?: number;
	zones?: readonly Zone[];
	/** A tile: the picture is cropped to fill it, and there is no room for names and a switch. */
	tile?: boolean;
};

/** A whole picture in the frame around it, with what was found drawn on it. The frame gives the size. */
export function BoxedPicture({ url, alt, boxes: all, zones = [], picture = 0, tile = false }: Props) {
	const boxes = all.filter((box) => box.picture === picture);
	const [ratio, setRatio] = useState<number | null>(null);
	const [broken, setBroken] = useState<string | null>(null);
	const [shown, setShown] = useBoxesShown();
	const [frame, size] = useSize();
	const labels = tile ? [] : placeLabels(boxes, size);
	if (broken === url) return <NoPicture alt={alt} wordless={tile} />;
	// The same size as with object-contain or object-cover, so that boxes can be positioned by percentages.
	const fitted: CSSProperties =
		ratio === null ? {} : { width: `${tile ? 'max' : 'min'}(100cqw, 100cqh * ${ratio})`, aspectRatio: ratio };
	return (
		<div className="absolute inset-0 grid place-items-center overflow-hidden [container-type:size]">
			<div ref={frame} className={classes('relative', ratio === null && 'size-full')} style={fitted}>
				<img
					src={url}
					alt={alt}
					onError={() => setBroken(url)}
					onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
						naturalHeight > 0 && setRatio(naturalWidth / naturalHeight)
					}
					className={classes(
						'absolute inset-0 size-full animate-fade',
						tile ? 'object-cover' : 'object-contain',
					)}
				/>
				{ratio !== null && shown && zones.length > 0 && <ZoneShapes zones={zones} nameless={tile} />}
				{ratio !== null &&
					shown &&
					boxes.map((box, index) => (
						<Frame
							key={index.toString()}
							box={box}
							label={labels.find((one) => one.box === box)}
							size={size}
						/>
					))}
			</div>
			{boxes.length + zones.length > 0 && !tile && (
				<>
					<p className="sr-only">{inWords(boxes, zones)}</p>
					<button
						type="button"
						aria-pressed={shown}
						onClick={() => setShown(!shown)}
						className="absolute right-2 bottom-2 flex items-center gap-1.5 rounded-control bg-surface px-2.5 py-1.5 text-small text-ink shadow-card hover:bg-sunken"
					>
						{shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
						{`${shown ? 'Hide' : 'Show'} ${boxes.length > 0 ? 'boxes' : 'zones'}`}
					</button>
				</>
			)}
		</div>
	);
}

type NoPictureProps = { alt: string; wordless?: boolean };

/** Shown instead of a picture that is missing or damaged. */
export const NoPicture = ({ alt, wordless = false }: NoPictureProps) => (
	<span className="absolute inset-0 grid place-content-center justify-items-center gap-3 p-4 text-center text-small text-muted">
		<ImageOff role="img" aria-label={`${alt}: no picture`} className="size-7" strokeWidth={1.25} />
		{!wordless && 'The picture cannot be shown.'}
	</span>
);

type FrameProps = { box: PictureBox; label: BoxLabel | undefined; size: Size };

const BORDER_PX = 2;

function Frame({ box: { counted, left, top, right, bottom }, label, size }: FrameProps) {
	const percent = (share: number) => `${100 * share}%`;
	return (
		<div
			aria-hidden
			data-box={counted ? 'counted' : 'faint'}
			className={classes(
				'absolute rounded-[3px] border-accent outline outline-surface/70',
				counted ? 'border-solid' : 'border-dashed outline-dashed',
			)}
			style={{
				borderWidth: BORDER_PX,
				left: percent(left),
				top: percent(top),
				width: percent(right - left),
				height: percent(bottom - top),
			}}
		>
			{label && (
				<span
					className={classes(
						'absolute truncate px-1 text-small',
						counted ? 'bg-accent text-on-accent' : 'bg-surface/85 text-ink',
					)}
					style={{
						left: label.left - left * size.width - BORDER_PX,
						top: label.top - top * size.height - BORDER_PX,
						maxWidth: label.width,
						height: LABEL_HEIGHT,
						lineHeight: `${LABEL_HEIGHT}px`,
					}}
				>
					{label.text}
				</span>
			)}
		</div>
	);
}

/** The size of the picture as it is shown. */
function useSize() {
	const element = useRef<HTMLDivElement>(null);
	const [size, setSize] = useState<Size>({ width: 0, height: 0 });
	useEffect(() => {
		const shown = element.current;
		if (!shown) return;
		const observer = new ResizeObserver(() =>
			setSize({ width: shown.clientWidth, height: shown.clientHeight }),
		);
		observer.observe(shown);
		return () => observer.disconnect();
	}, []);
	return [element, size] as const;
}

function inWords(boxes: readonly PictureBox[], zones: readonly Zone[]): string {
	const named = (counted: boolean) =>
		boxes
			.filter((box) => box.counted === counted)
			.map(({ name }) => name)
			.join(', ');
	const [sure, faint] = [named(true), named(false)];
	const outlined = zones.map(({ name }) => name).join(', ');
	return [
		sure && `Drawn on the picture: ${sure}.`,
		faint && `Faint and not counted: ${faint}.`,
		outlined && `Outlined zones: ${outlined}.`,
	]
		.filter(Boolean)
		.join(' ');
}

const KEY = 'picture-boxes';

/** One choice for all pictures, stored in this browser if possible. */
function useBoxesShown(): [boolean, (shown: boolean) => void] {
	const [shown, setShown] = useState(() => {
		try {
			return localStorage.getItem(KEY) !== 'hidden';
		} catch {
			return true;
		}
	});
	const choose = (value: boolean) => {
		setShown(value);
		try {
			localStorage.setItem(KEY, value ? 'shown' : 'hidden');
		} catch {
			// Without storage the boxes are shown again next time.
		}
	};
	return [shown, choose];
}
