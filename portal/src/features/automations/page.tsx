import { useQueryClient } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { ChevronLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { automationsQuery, prefetchForEditor } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { useSession } from '../../lib/session.tsx';
import { Alert } from '../../ui/alert.tsx';
import { classes } from '../../ui/classes.ts';
import { fetched, whenIdle } from '../../ui/later.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AutomationDetail, Editor } from './automation-detail.tsx';
import { sweepDrafts } from './form/draft.ts';
import { AutomationList } from './list/automation-list.tsx';
import { NothingChosen } from './list/nothing-chosen.tsx';
import { creationFailure, useCreate } from './use-create.ts';

/** Only the guided tour links to it. */
const Example = fetched(async () => (await import('./example.tsx')).ExampleAutomation);

/** Loads the code of an opened automation. */
export const loadOpened = Editor.load;

/** The list and the opened automation side by side. Where there is no room for both, only one is shown. */
export function AutomationsPage() {
	const { slug } = useParams();
	const client = useQueryClient();
	const navigate = useNavigate();
	const creation = useCreate();
	/** A message about the automation that was just deleted. Opening another automation hides it. */
	const [farewell, setFarewell] = useState('');
	const uid = useSession().currentUser ?? '';
	useEffect(() => {
		const sweep = async () => {
			const all = await client.ensureQueryData(automationsQuery).catch(() => null);
			sweepDrafts(Date.now(), all && { uid, ids: all.map(({ id }) => id) });
		};
		return whenIdle(sweep);
	}, [client, uid]);
	useEffect(() => whenIdle(Editor.load), []);
	useEffect(() => whenIdle(() => Promise.all(prefetchForEditor(client))), [client]);
	useEffect(() => {
		if (slug) setFarewell('');
	}, [slug]);

	async function afterDelete() {
		await navigate('/app/automations');
		setFarewell('Automation deleted successfully!');
	}

	return (
		<>
			{!slug && <PageTitle name="Automations" />}
			<div className={classes(slug && 'sr-only')}>
				<PageHeader title="Automations">What is watched for, and what happens then.</PageHeader>
			</div>
			<div
				data-wide
				data-opened={slug}
				className={classes(
					'grid items-start gap-6',
					slug ? 'wide:grid-cols-[15rem_minmax(0,1fr)]' : 'max-w-[60rem] lg:grid-cols-[15rem_minmax(0,1fr)]',
					// A long list takes its height from the second row, so that the first is only as high as the message.
					farewell && 'lg:grid-rows-[auto_1fr]',
				)}
			>
				{/* On narrow screens it is above the list, however long that is. */}
				<p role="status" className="text-small font-medium text-accent empty:hidden lg:col-start-2">
					{farewell}
				</p>
				<div
					className={classes(
						'relative z-10 lg:col-start-1 lg:row-start-1 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]',
						slug && 'max-wide:hidden',
						farewell && 'lg:row-span-2',
					)}
				>
					<AutomationList chosen={slug} creation={creation} />
				</div>
				<section
					aria-label="Selected automation"
					className={classes('grid min-w-0 gap-2', slug ? 'wide:col-start-2' : 'lg:col-start-2')}
				>
					{slug ? (
						<>
							<Link
								to="/app/automations"
								className="flex items-center gap-1 justify-self-start rounded-control py-1 text-small font-medium text-muted hover:text-ink wide:hidden"
							>
								<ChevronLeft aria-hidden className="size-4" />
								All automations
							</Link>
							{slug === EXAMPLE_AUTOMATION ? (
								<Suspense>
									<Example creation={creation} />
								</Suspense>
							) : (
								<AutomationDetail key={slug} id={slug} onDeleted={() => void afterDelete()} />
							)}
						</>
					) : (
						<NothingChosen creation={creation} />
					)}
				</section>
			</div>
			{creation.failure && (
				<div className="fixed inset-x-4 bottom-4 z-40 in-data-notice:bottom-32 mx-auto max-w-md shadow-float">
					<Alert tone="loss">{creationFailure(creation.failure)}</Alert>
				</div>
			)}
		</>
	);
}
