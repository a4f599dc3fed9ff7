import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api.ts';
import { automationQuery, automationsQuery, meQuery } from '../../lib/documents.ts';
import { useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { readDraft, writeDraft } from './draft.ts';
import { tooMany, useFilling } from './use-create.ts';

type Props = {
	id: string;
	/** What the automation was called, where that is still known. */
	name: string | undefined;
};

/** What was typed into an automation that was deleted elsewhere meanwhile. A new one takes it over, and does nothing until it is saved. */
export function LeftDraft({ id, name }: Props) {
	const client = useQueryClient();
	const navigate = useNavigate();
	const uid = useSession().currentUser ?? '';
	const { startFrom } = useFilling();
	const [draft] = useState(() => readDraft(uid, id));
	const { submit, submitting, failure } = useSubmit(async () => {
		const made = await call('POST /api/automations', {
			body: { ...startFrom(null), ...(name && { _name: name }) },
		});
		if (draft) writeDraft(uid, made.id, { ...draft, version: made._version });
		writeDraft(uid, id, null);
		client.setQueryData(automationQuery(made.id).queryKey, made);
		void client.invalidateQueries({ ...automationsQuery, exact: true });
		void client.invalidateQueries(meQuery);
		await navigate(`/app/automations/${made.id}`, { replace: true });
	});
	if (!draft) return null;
	return (
		<div className="mt-4 grid justify-items-center gap-3">
			<p role="alert" className="text-pretty">
				What you changed and did not save is still here.
			</p>
			<Button look="primary" busy={submitting} onClick={() => void submit(undefined)}>
				Put it into a new automation
			</Button>
			{failure && (
				<Alert tone="loss">
					{tooMany(failure) ?? 'The automation could not be created. Please try again.'}
				</Alert>
			)}
		</div>
	);
}
