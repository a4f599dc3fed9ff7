import { useQuery } from '@tanstack/react-query';
import { captureQuery } from '../lib/documents.ts';
import { imageQuery } from '../lib/storage-image.ts';
import { classes } from '../ui/classes.ts';
import { useSeen } from '../ui/use-seen.ts';

type Props = { captureId: string | null; alt: string; className: string };

/** The thumbnail of a capture, loaded when it comes into view. Its space is reserved until then, and if it was deleted. */
export function CaptureThumb({ captureId, alt, className }: Props) {
	const [frame, isSeen] = useSeen<HTMLSpanElement>('200px');
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
