import { useQuery } from '@tanstack/react-query';
import type { AutomationSummary } from '@watchword/contract/automation';
import { type ReactNode, Suspense, useDeferredValue, useId } from 'react';
import { Link } from 'react-router';
import { automationsQuery } from '../../lib/documents.ts';
import { CaptureThumb } from '../../product/capture-thumb.tsx';
import { Card } from '../../ui/card.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { UnfoldButton } from '../../ui/unfold-button.tsx';

/** Undefined if it was deleted, null while it is not known. */
export type AutomationOfRun = AutomationSummary | undefined | null;

type Props = {
	automation: AutomationOfRun;
	/** Beside the name of the automation. */
	badge: ReactNode;
	captureId: string | null;
	open: boolean;
	onToggle(): void;
	/** What the closed card shows below its name. */
	children: ReactNode;
	/** What opening it shows. */
	detail: ReactNode;
	/** For the browser tests. */
	data: { 'data-run'?: string; 'data-episode'?: string };
};

/** A card in the list that can be opened: a run or an episode. */
export function CardFrame({ automation, badge, captureId, open, onToggle, children, detail, data }: Props) {
	const id = useId();
	// Opening shows at once; the content follows.
	const isDrawn = useDeferredValue(open);
	return (
		<Card className="overflow-hidden" {...data}>
			<div className="relative flex items-start gap-4 px-5 py-4 hover:bg-sunken/40">
				{captureId && !open && (
					<CaptureThumb captureId={captureId} alt="What was captured" className="w-20 sm:w-24" />
				)}
				<div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1">
					<div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
						<AutomationName automation={automation} />
						{badge}
					</div>
					<UnfoldButton open={open} onToggle={onToggle} what="details" controls={id} />
					{children}
				</div>
			</div>
			<div id={id} hidden={!open}>
				{isDrawn && (
					<Suspense
						fallback={
							<Loading text="Loading...">
								<Skeleton className="m-5 h-40" />
							</Loading>
						}
					>
						{detail}
					</Suspense>
				)}
			</div>
		</Card>
	);
}

const NO_NAME = "Can't find automation name";

/** Shown until the automations are loaded, or if they could not be loaded. */
function NameToCome() {
	const { isError } = useQuery(automationsQuery);
	return <span className="text-muted">{isError ? NO_NAME : 'Loading...'}</span>;
}

function AutomationName({ automation }: Pick<Props, 'automation'>) {
	if (automation === null) return <NameToCome />;
	if (!automation) return <span className="text-muted">Automation not available</span>;
	return (
		<Link
			to={`/app/automations/${automation.id}`}
			className="relative z-1 font-medium wrap-anywhere hover:underline"
		>
			{automation._name.trim() || NO_NAME}
		</Link>
	);
}
