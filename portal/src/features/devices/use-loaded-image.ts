import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { imageQuery, type StoredImage } from '../../lib/storage-image.ts';

type Shown = StoredImage & { upright: boolean };

export interface LoadedImage {
	/** The newest fully loaded image. It may still be the previous one. */
	current: Shown | null;
	/** The image it replaced, shown below it while it fades in. */
	previous: Shown | null;
	/** Why the image at the path cannot be shown, in words, or null. */
	failure: string | null;
	retry: () => void;
}

/** The image at a path. It is returned only when fully loaded, so that replacing an image does not flicker. */
export function useLoadedImage(path: string | null): LoadedImage {
	const { data: image, error, refetch } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== null });
	const [loaded, setLoaded] = useState<Pick<LoadedImage, 'current' | 'previous'>>({
		current: null,
		previous: null,
	});
	const [broken, setBroken] = useState<string | null>(null);
	const [attempt, setAttempt] = useState(0);

	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same image once more.
	useEffect(() => {
		if (!image) return;
		let superseded = false;
		const loader = new Image();
		loader.src = image.url;
		loader.decode().then(
			() => {
				if (superseded) return;
				const upright = loader.naturalHeight > loader.naturalWidth;
				setLoaded((before) =>
					before.current?.url === image.url
						? before
						: { current: { ...image, upright }, previous: before.current },
				);
			},
			() => !superseded && setBroken(image.url),
		);
		return () => {
			superseded = true;
		};
	}, [image, attempt]);

	return {
		...loaded,
		failure: error?.message ?? (image && broken === image.url ? 'Its file could not be read.' : null),
		retry: () => {
			setBroken(null);
			setAttempt((count) => count + 1);
			if (error) void refetch();
		},
	};
}
