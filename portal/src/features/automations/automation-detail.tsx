import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { automationQuery } from '../../lib/documents.ts';
import { ACTION_NAMES, TRIGGER_NAMES } from '../../lib/names.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { textLink } from '../../ui/text-link.ts';

export function AutomationDetail({ id }: { id: string }) {
	const { data: automation, isError, isFetching, refetch } = useQuery(automationQuery(id));
	if (isError && automation === undefined) {
		return (
			<Failure
				title="This automation could not be loaded."
				retry={() => void refetch()}
				retrying={isFetching}
			>
				It is safe, and it keeps running meanwhile.
			</Failure>
		);
	}
	if (automation === undefined) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-64" />
			</Loading>
		);
	}
	if (automation === null) {
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
			</Card>
		);
	}
	return (
		<Card className="grid gap-5 p-6">
			<PageTitle name={automation._name} />
			<h2 tabIndex={-1} data-page-heading className="font-semibold break-words">
				{automation._name}
			</h2>
			<dl className="grid gap-4 sm:grid-cols-2">
				<Fact name="Input Type">{TRIGGER_NAMES[automation._triggerType]}</Fact>
				<Fact name="Action Type">{ACTION_NAMES[automation._actionType]}</Fact>
			</dl>
			<dl>
				<Fact name="Prompt">{automation.action_prompt}</Fact>
			</dl>
		</Card>
	);
}

const Fact = ({ name, children }: { name: string; children: string }) => (
	<div className="grid gap-0.5">
		<dt className="text-small text-muted">{name}</dt>
		<dd className="break-words whitespace-pre-wrap">{children}</dd>
	</div>
);
