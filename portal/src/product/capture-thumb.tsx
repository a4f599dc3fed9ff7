import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useRef, useState } from 'react';
import { captureQuery } from '../lib/documents.ts';
import { imageQuery } from '../lib/storage-image.ts';
import { classes } from '../ui/classes.ts';

type Props = { captureId: string | null; alt: string; className: string };

/** The small version of a capture, loaded when it comes into view. Its space is reserved meanwhile, and if it is gone. */
export function CaptureThumb({ captureId, alt, className }: Props) {
	const [frame, isSeen] = useSeen();
	const { data: capture } = useQuery({
		...captureQuery(captureId ?? ''),
		enabled: isSeen && captureId !== null,
	});
	const path = capture?.thumb_path ?? null;
	const { data: image } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== null });
	return (
		<span
			ref={frame}
			className={classes(
				'relative block aspect-4/3 shrink-0 overflow-hidden rounded-control bg-sunken',
				className,
			)}
		>
			{image && (
				<img src={image.url} alt={alt} className="absolute inset-0 size-full animate-fade object-cover" />
			)}
		</span>
	);
}

/** True once the element has been in the window, or close to it. */
function useSeen() {
	const frame = useRef<HTMLSpanElement>(null);
	const [isSeen, setSeen] = useState(false);
	useEffect(() => {
		if (!frame.current || isSeen) return;
		const observer = new IntersectionObserver(
			(entries) => {
				if (entries.some(({ isIntersecting }) => isIntersecting)) startTransition(() => setSeen(true));
			},
			{ rootMargin: '200px' },
		);
		observer.observe(frame.current);
		return () => observer.disconnect();
	}, [isSeen]);
	return [frame, isSeen] as const;
}
