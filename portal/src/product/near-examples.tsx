import type { NearExample } from '@watchword/contract/example';
import { CaptureThumb } from './capture-thumb.tsx';

/** The nearest example of each side, as the evidence for a picture that was compared with examples. */
export function NearExamples({ examples }: { examples: readonly NearExample[] }) {
	if (examples.length === 0) return null;
	const nearest = Math.min(...examples.map(({ distance }) => distance));
	return (
		<ul aria-label="Nearest examples" className="flex flex-wrap gap-3">
			{examples.map(({ captureId, said, distance }) => (
				<li key={captureId} className="grid w-36 gap-1.5">
					<CaptureThumb captureId={captureId} alt={`The nearest “${said}” example`} className="w-full" />
					<span className="text-small text-muted tabular-nums">
						<span className={distance === nearest ? 'font-medium text-ink' : undefined}>
							Nearest “{said}”
						</span>
						, {distance.toFixed(2)} away
					</span>
				</li>
			))}
		</ul>
	);
}
