import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../lib/api.ts';
import { automationQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Card } from '../../ui/card.tsx';
import { separate } from '../../ui/later.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { textLink } from '../../ui/text-link.ts';
import { LeftDraft } from './left-draft.tsx';

/** Loaded after the list, because the editor is by far the larger part of this screen. */
export const Editor = separate(async () => (await import('./editor.tsx')).AutomationEditor);

type Props = { id: string; onDeleted: () => void };

export function AutomationDetail({ id, onDeleted }: Props) {
	const query = useQuery(automationQuery(id));
	const automation = query.data;
	/** The last loaded automation. After a deletion it stays visible until the screen has changed. */
	const [last, setLast] = useState(automation);
	if (automation && automation !== last) setLast(automation);
	const [deleting, setDeleting] = useState(false);

	async function remove() {
		setDeleting(true);
		try {
			await call('DELETE /api/automations/{id}', { params: { id } });
		} catch (error) {
			setDeleting(false);
			throw error;
		}
		onDeleted();
	}

	if (automation === undefined) {
		return (
			<NotLoaded query={query} loading="h-96" title="This automation could not be loaded.">
				It is safe, and it keeps running meanwhile.
			</NotLoaded>
		);
	}
	const shown = automation ?? (deleting ? last : null);
	if (!shown) {
		return (
			<Card className="grid justify-items-center gap-2 px-6 py-16 text-center">
				<PageTitle name="Unknown Automation" />
				<h2 tabIndex={-1} data-page-heading className="font-semibold">
					Unknown Automation
				</h2>
				<p className="text-muted">It may have been deleted, or the address is mistyped.</p>
				<Link to="/app/automations" className={textLink}>
					See your automations
				</Link>
				<LeftDraft id={id} name={last?._name} />
			</Card>
		);
	}
	return (
		<Suspense fallback={loading}>
			<Editor.Component automation={shown} onDelete={remove} />
		</Suspense>
	);
}

const loading = (
	<Loading text="Loading...">
		<Skeleton className="h-96" />
	</Loading>
);
