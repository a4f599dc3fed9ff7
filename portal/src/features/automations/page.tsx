import { ChevronLeft } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { classes } from '../../ui/classes.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AutomationDetail } from './automation-detail.tsx';
import { AutomationList } from './automation-list.tsx';

/** List and opened automation side by side; where there is no room for both, one after the other. */
export function AutomationsPage() {
	const { slug } = useParams();
	return (
		<>
			{!slug && <PageTitle name="Automations" />}
			<PageHeader title="Automations">What is watched for, and what happens then.</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
				<div className={classes(slug && 'max-lg:hidden')}>
					<AutomationList />
				</div>
				<section aria-label="Selected automation" className="grid gap-4">
					{slug ? (
						<>
							<Link
								to="/app/automations"
								className="flex items-center gap-1 justify-self-start rounded-control py-1 text-small font-medium text-muted hover:text-ink lg:hidden"
							>
								<ChevronLeft aria-hidden className="size-4" />
								All automations
							</Link>
							<AutomationDetail key={slug} id={slug} />
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
