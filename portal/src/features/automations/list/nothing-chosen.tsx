import { useSession } from '../../../lib/session.tsx';
import { TemplateList } from '../templates/template-list.tsx';
import { type Creation, useFilling } from '../use-create.ts';

/** Beside the list while nothing is chosen. A customer without automations gets suggestions. */
export function NothingChosen({ creation }: { creation: Creation }) {
	const isEmpty = useSession().currentUserDetails?.automations.length === 0;
	return (
		<div className="grid gap-6">
			<p className="rounded-card border border-dashed border-line px-6 py-10 text-center text-muted lg:py-20">
				Please select an Automation
			</p>
			{isEmpty && <Beginnings creation={creation} />}
		</div>
	);
}

function Beginnings({ creation: { create, creating } }: { creation: Creation }) {
	const { device } = useFilling();
	return (
		<TemplateList
			title="Or begin with a template"
			hasDevice={device !== null}
			busy={creating}
			onChoose={create}
		/>
	);
}
