import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { readDraft, writeDraft } from './form/draft.ts';
import { creationFailure, useFilling, useOpenMade } from './use-create.ts';

type Props = {
	id: string;
	/** The automation's name, if it is still known. */
	name: string | undefined;
};

/**
 * What was typed into an automation that was meanwhile deleted elsewhere. A new automation can take it over, and does nothing
 * until it is saved.
 */
export function LeftDraft({ id, name }: Props) {
	const open = useOpenMade();
	const uid = useSession().currentUser ?? '';
	const { startFrom } = useFilling();
	const [draft] = useState(() => readDraft(uid, id));
	const { submit, submitting, failure } = useSubmit(async () => {
		const made = await call('POST /api/automations', {
			body: { ...startFrom(null), ...(name && { _name: name }) },
		});
		if (draft) writeDraft(uid, made.id, { ...draft, version: made._version });
		writeDraft(uid, id, null);
		await open(made, { replace: true });
	});
	if (!draft) return null;
	return (
		<div className="mt-4 grid justify-items-center gap-3">
			<p role="alert" className="text-pretty">
				What you changed and did not save is still here.
			</p>
			<Button look="primary" busy={submitting} onClick={() => void submit()}>
				Put it into a new automation
			</Button>
			{failure && <Alert tone="loss">{creationFailure(failure)}</Alert>}
		</div>
	);
}
