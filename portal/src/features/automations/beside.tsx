import { Sheet } from '../../ui/sheet.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { LastRuns } from './last-runs.tsx';
import { Section } from './sections/section.tsx';
import { AboutTrying, TryIt } from './try/try-it.tsx';
import { useTrials } from './try/use-trials.ts';
import type { Editor } from './use-editor.ts';

/** The breakpoint `desk`. */
const DESK = '(min-width: 68.75rem)';

type Props = { editor: Editor; open: boolean; onClose: () => void };

/** What the automation would say and has said, beside its settings, or on a sheet where there is no room for both. */
export function Beside({ editor, open, onClose }: Props) {
	const isDesk = useMedia(DESK);
	// Here, so that closing the sheet, or a wider window, keeps what was tried and is shown large.
	const trying = useTrials(editor.base.id);
	const tryIt = <TryIt editor={editor} trying={trying} />;
	const below = (
		<>
			<LastRuns id={editor.base.id} />
			<AboutTrying />
		</>
	);
	if (!isDesk) {
		return (
			// A picture that was opened beside the settings stays open in a narrower window.
			<Sheet open={open || trying.opened !== null} onClose={onClose} title="Try it">
				<div className="grid gap-4 px-5 py-5 sm:px-7">{tryIt}</div>
				{below}
			</Sheet>
		);
	}
	return (
		<div className="min-w-0 border-l border-line">
			<div className="sticky top-bar max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto *:px-5!">
				<Section title="Try it">{tryIt}</Section>
				{below}
			</div>
		</div>
	);
}
