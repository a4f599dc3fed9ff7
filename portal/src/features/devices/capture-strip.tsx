import { useQuery } from '@tanstack/react-query';
import type { Capture } from '@watchword/contract/device';
import { isUnreadable } from '@watchword/contract/picture-problem';
import { ImageOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { imageQuery } from '../../lib/storage-image.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { exactly } from './when.tsx';

type Props = {
	captures: Capture[];
	current: string;
	onChoose: (id: string) => void;
	/** Omitted if there is nothing older. */
	more: { load: () => void; loading: boolean } | undefined;
};

export const CaptureStrip = ({ captures, current, onChoose, more }: Props) => (
	<ul aria-label="Captures, newest first" className="flex gap-2 overflow-x-auto p-1">
		{captures.map((capture) => (
			<li key={capture.id}>
				<Thumb capture={capture} isCurrent={capture.id === current} onChoose={() => onChoose(capture.id)} />
			</li>
		))}
		{more && (
			<li className="grid items-center pl-1">
				<Button busy={more.loading} onClick={more.load}>
					Show older
				</Button>
			</li>
		)}
	</ul>
);

type ThumbProps = { capture: Capture; isCurrent: boolean; onChoose: () => void };

function Thumb({ capture, isCurrent, onChoose }: ThumbProps) {
	const button = useRef<HTMLButtonElement>(null);
	const near = useNear(button);
	const path = capture.thumb_path ?? capture.image_path;
	const { data: image } = useQuery({ ...imageQuery(path ?? ''), enabled: near && path !== null });

	useEffect(() => {
		if (isCurrent) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
	}, [isCurrent]);

	return (
		<button
			ref={button}
			type="button"
			aria-label={`Captured ${exactly(capture.captured_at)}`}
			aria-current={isCurrent ? 'true' : undefined}
			onClick={onChoose}
			className={classes(
				'grid h-16 w-21 place-items-center overflow-hidden rounded-control bg-sunken text-muted transition-opacity',
				isCurrent ? 'ring-2 ring-accent' : 'opacity-80 hover:opacity-100',
			)}
		>
			{image && <img src={image.url} alt="" className="size-full animate-fade object-cover" />}
			{isUnreadable(capture.problem) && <ImageOff aria-hidden className="size-5" strokeWidth={1.5} />}
		</button>
	);
}

/** Whether the element is or was nearly visible. A long row loads its pictures as it is scrolled. */
function useNear(ref: React.RefObject<HTMLElement | null>): boolean {
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (near || !ref.current) return;
		const observer = new IntersectionObserver(
			(entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
			{ rootMargin: '200px' },
		);
		observer.observe(ref.current);
		return () => observer.disconnect();
	}, [near, ref]);
	return near;
}
