import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { inWords } from '@watchword/contract/in-words';
import type { ReactNode } from 'react';
import { call } from '../../lib/api.ts';
import { automationQuery } from '../../lib/documents.ts';
import { timeInWords } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import type { Editor } from './use-editor.ts';

const compact = 'px-3! text-small';

/** Notices about unsaved drafts, newer versions, and words that an update does not understand. */
export function EditorNotices({ editor, automation }: { editor: Editor; automation: Automation }) {
	const { offer, takeOffer, dropOffer, newer, compareNewer, changed } = editor;
	return (
		<>
			<NowBeyond automation={automation} />
			{offer && (
				<Notice
					actions={
						<>
							<Button look="quiet" className={compact} onClick={dropOffer}>
								Throw them away
							</Button>
							<Button className={compact} onClick={takeOffer}>
								Bring them back
							</Button>
						</>
					}
				>
					You have changes from {timeInWords(offer.savedAt / 1000)} that were not saved.
				</Notice>
			)}
			{newer && (
				<Notice
					actions={
						<Button className={compact} onClick={compareNewer}>
							Compare
						</Button>
					}
				>
					This automation was saved elsewhere since you began to edit it. Your changes are still here.
				</Notice>
			)}
			<p role="status" className="text-small font-medium text-attention empty:hidden">
				{changed && 'Unsaved changes'}
			</p>
		</>
	);
}

/** Saving another prompt or condition takes it down too. */
function NowBeyond({ automation: { id, _nowBeyond } }: { automation: Automation }) {
	const client = useQueryClient();
	const { mutate, isPending, isError } = useMutation({
		mutationFn: () => call('DELETE /api/automations/{id}/now-beyond', { params: { id } }),
		onSuccess: (automation) => client.setQueryData(automationQuery(id).queryKey, automation),
	});
	if (!_nowBeyond) return null;
	const words = _nowBeyond.words.map((word) => `“${word}”`);
	return (
		<Notice
			actions={
				<Button look="quiet" className={compact} busy={isPending} onClick={() => mutate()}>
					Leave it so
				</Button>
			}
		>
			Since an update, the built-in model does not understand {inWords(words, 'and')} any more. Where it
			matters, it cannot tell. Look at “Watches for” below.
			{isError && ' That did not work. Please try again.'}
		</Notice>
	);
}

const Notice = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
	<div className="flex animate-appear flex-wrap items-center justify-between gap-3 rounded-control bg-attention-soft py-2 pr-2 pl-4 text-small text-attention">
		<p role="alert" className="min-w-48 flex-1 font-medium text-pretty wrap-anywhere">
			{children}
		</p>
		<div className="flex flex-wrap gap-2">{actions}</div>
	</div>
);
