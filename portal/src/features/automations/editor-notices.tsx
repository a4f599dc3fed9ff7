import type { ReactNode } from 'react';
import { timeInWords } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import type { Editor } from './use-editor.ts';

const compact = 'px-3! text-small';

/** Notices about unsaved drafts and newer versions. */
export function EditorNotices({ editor }: { editor: Editor }) {
	const { offer, takeOffer, dropOffer, newer, compareNewer, changed } = editor;
	return (
		<>
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

const Notice = ({ children, actions }: { children: ReactNode; actions: ReactNode }) => (
	<div className="flex animate-appear flex-wrap items-center justify-between gap-3 rounded-control bg-attention-soft py-2 pr-2 pl-4 text-small text-attention">
		<p role="alert" className="min-w-48 flex-1 font-medium text-pretty">
			{children}
		</p>
		<div className="flex flex-wrap gap-2">{actions}</div>
	</div>
);
