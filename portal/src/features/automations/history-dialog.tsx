import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { AutomationVersion } from '@watchword/contract/automation';
import { ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import { channelsQuery } from '../../lib/account-documents.ts';
import { versionsQuery } from '../../lib/documents.ts';
import { exactTime, timeInWords } from '../../lib/time.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differences, type Words } from './form/difference.ts';
import { formOf } from './form/form.ts';
import type { Editor } from './use-editor.ts';

type Props = { editor: Editor; words: Words };

/** Every version of an automation, compared with the current one, and a way back to it. */
export function HistoryButton({ editor, words }: Props) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button look="quiet" className="px-3! text-small" onClick={() => setOpen(true)}>
				<History aria-hidden className="size-4.5" strokeWidth={1.75} />
				History
			</Button>
			<Dialog
				open={open}
				onClose={() => setOpen(false)}
				title={`History of “${editor.base._name}”`}
				description="Each save, the newest first. Open one to compare it with the automation as it is now."
				size="wide"
			>
				<Versions editor={editor} words={words} onRestored={() => setOpen(false)} />
			</Dialog>
		</>
	);
}

function Versions({ editor, words, onRestored }: Props & { onRestored: () => void }) {
	const versions = useInfiniteQuery(versionsQuery(editor.base.id));
	const { data: channels } = useQuery(channelsQuery);
	const [failed, setFailed] = useState(false);
	if (!versions.data) {
		return (
			<NotLoaded query={versions} loading="h-40" title="The history could not be loaded.">
				The automation itself is safe.
			</NotLoaded>
		);
	}
	async function restore(version: AutomationVersion) {
		setFailed(false);
		try {
			// A channel may have been removed since.
			const _channels = version.document._channels.filter((one) => channels?.some(({ id }) => id === one));
			await editor.replace({ ...version.document, _channels });
			onRestored();
		} catch (error) {
			console.error(error);
			setFailed(true);
		}
	}
	const items = versions.data.pages.flatMap((page) => page.items);
	return (
		<div className="grid gap-4">
			{failed && <Alert tone="loss">This version could not be restored. Nothing was changed.</Alert>}
			{items.length === 0 && <p className="text-muted">It has not been saved since it was made.</p>}
			<ul className="grid gap-2">
				{items.map((version) => (
					<li key={version.id}>
						<Version {...{ version, editor, words }} onRestore={() => restore(version)} />
					</li>
				))}
			</ul>
			{versions.hasNextPage && (
				<Button
					className="justify-self-center"
					busy={versions.isFetchingNextPage}
					onClick={() => void versions.fetchNextPage()}
				>
					Show older versions
				</Button>
			)}
		</div>
	);
}

type VersionProps = Props & { version: AutomationVersion; onRestore: () => Promise<void> };

function Version({ version, editor, words, onRestore }: VersionProps) {
	const { base, clock, changed } = editor;
	const [restoring, setRestoring] = useState(false);
	const then = { ...formOf(version.document, clock), _name: version.document._name };
	const now = { ...formOf(base, clock), _name: base._name };
	const differing = differences(now, then, words);
	const isCurrent = version._version === base._version;
	const seconds = Date.parse(version._savedAt) / 1000;
	return (
		<details className="group rounded-control border border-line open:border-line-strong">
			<summary className="flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control px-4 py-3 hover:bg-sunken">
				<ChevronRight
					aria-hidden
					className="size-4.5 text-muted transition-transform group-open:rotate-90"
					strokeWidth={1.75}
				/>
				<span className="font-medium">
					<TimeText iso={version._savedAt} words={timeInWords(seconds)} exact={exactTime(seconds)} />
				</span>
				<span className="text-small text-muted">
					{version._savedBy.name}
					{isCurrent ? ' · current version' : ` · ${countOf(differing.length)}`}
				</span>
			</summary>
			<div className="grid gap-4 px-4 pt-1 pb-4">
				{differing.length === 0 ? (
					<p className="text-small text-muted">This is how it is now.</p>
				) : (
					<DifferenceList differences={differing} titles={['Now', 'Then']} />
				)}
				{differing.length > 0 && (
					<div className="flex flex-wrap items-center justify-end gap-3">
						{changed && (
							<p className="text-small text-attention">Save or discard your changes before you restore.</p>
						)}
						<Button
							disabled={changed || restoring}
							busy={restoring}
							onClick={() => {
								setRestoring(true);
								void onRestore().finally(() => setRestoring(false));
							}}
						>
							Restore this version
						</Button>
					</div>
				)}
			</div>
		</details>
	);
}

const countOf = (differing: number) =>
	differing === 0 ? 'the same as now' : differing === 1 ? '1 difference' : `${differing} differences`;
