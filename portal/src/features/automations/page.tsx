import { useParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { classes } from '../../ui/classes.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AutomationDetail } from './automation-detail.tsx';
import { AutomationList } from './automation-list.tsx';

export function AutomationsPage() {
	const { slug } = useParams();
	return (
		<>
			{!slug && <PageTitle name="Automations" />}
			<PageHeader title="Automations">What is watched for, and what happens then.</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
				<AutomationList />
				<section aria-label="Selected automation" className={classes(!slug && 'max-lg:order-first')}>
					{slug ? (
						<AutomationDetail key={slug} id={slug} />
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
