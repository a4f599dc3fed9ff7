import { ChevronLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { classes } from '../../ui/classes.ts';
import { whenIdle } from '../../ui/later.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AutomationDetail, loadEditor } from './automation-detail.tsx';
import { AutomationList } from './automation-list.tsx';
import { sweepDrafts } from './draft.ts';

/** List and opened automation side by side; where there is no room for both, one after the other. */
export function AutomationsPage() {
	const { slug } = useParams();
	const navigate = useNavigate();
	/** Said on the list about what just left it; opening another automation ends it. */
	const [farewell, setFarewell] = useState('');
	useEffect(() => sweepDrafts(Date.now()), []);
	useEffect(() => whenIdle(loadEditor), []);
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
			<div className={classes(slug && 'max-lg:sr-only')}>
				<PageHeader title="Automations">What is watched for, and what happens then.</PageHeader>
			</div>
			<div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
				<div
					className={classes(
						'relative z-10 lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)]',
						slug && 'max-lg:hidden',
					)}
				>
					<AutomationList chosen={slug} />
				</div>
				<section aria-label="Selected automation" className="grid min-w-0 gap-4">
					<p role="status" className="text-small font-medium text-accent empty:hidden">
						{farewell}
					</p>
					{slug ? (
						<>
							<Link
								to="/app/automations"
								className="flex items-center gap-1 justify-self-start rounded-control py-1 text-small font-medium text-muted hover:text-ink lg:hidden"
							>
								<ChevronLeft aria-hidden className="size-4" />
								All automations
							</Link>
							<AutomationDetail key={slug} id={slug} onDeleted={() => void afterDelete()} />
						</>
					) : (
						<p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-muted lg:py-20">
							Please select an Automation
						</p>
					)}
				</section>
			</div>
		</>
	);
}
