import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { foldersQuery } from '../../lib/run-documents.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Toast } from '../../ui/toast.tsx';
import { Folders } from './folders.tsx';
import { Results } from './results.tsx';

/** The value in the address for the results of all folders. On a phone, no value shows the folders. */
const ALL = 'all';

export function FilesPage() {
	/** The confirmation message. It stays visible even if the last result of a folder was deleted. */
	const [said, setSaid] = useState<string | null>(null);
	return (
		<>
			<PageTitle name="Files" />
			<PageHeader title="Files">What your automations saved, in a folder for each.</PageHeader>
			<Files onSaid={setSaid} />
			<Toast message={said} onDismiss={() => setSaid(null)} />
		</>
	);
}

/** The folders and the open one side by side. On narrow screens only one is shown. */
function Files({ onSaid }: { onSaid(message: string): void }) {
	const [params] = useSearchParams();
	const query = useQuery(foldersQuery);
	const folders = query.data;
	const run = params.get('run');
	const chosen = params.get('folder');
	const isInside = chosen !== null || run !== null;
	if (!folders) {
		const loading = (
			<div className="grid gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
				<Skeleton className="h-40 rounded-card" />
				<Skeleton className="h-64 rounded-card max-lg:hidden" />
			</div>
		);
		return (
			<NotLoaded query={query} loading={loading} title="Your files could not be loaded.">
				They are stored, and automations keep saving meanwhile.
			</NotLoaded>
		);
	}
	if (folders.length === 0 && !run) return <NoFiles />;
	const folder = folders.find(({ id }) => id === chosen);
	return (
		<div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
			<div
				className={classes('lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]', isInside && 'max-lg:hidden')}
			>
				<Folders folders={folders} chosen={run ? null : (chosen ?? ALL)} all={ALL} />
			</div>
			<section
				aria-label="Saved results"
				className={classes('grid min-w-0 gap-4', !isInside && 'max-lg:hidden')}
			>
				<Link
					to="/app/files"
					className="flex items-center gap-1 justify-self-start rounded-control py-1 text-small font-medium text-muted hover:text-ink lg:hidden"
				>
					<ChevronLeft aria-hidden className="size-4" />
					All folders
				</Link>
				<Results
					key={run ?? chosen ?? ALL}
					folders={folders}
					folder={folder}
					onSaid={onSaid}
					filter={run ? { run } : chosen && chosen !== ALL ? { automation: chosen } : {}}
				/>
			</section>
		</div>
	);
}

const NoFiles = () => (
	<EmptyState
		icon={FolderOpen}
		title="No files yet."
		action={
			<Link to="/app/automations" className={buttonClasses('secondary')}>
				Go to automations
			</Link>
		}
	>
		An automation with the action “Save to Storage” puts its results here: what was found, with the picture or
		the mail that it was found in.
	</EmptyState>
);
