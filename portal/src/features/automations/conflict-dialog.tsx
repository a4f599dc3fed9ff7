import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DifferenceList } from './difference-list.tsx';
import { differences, type Words } from './form/difference.ts';
import { formOf } from './form/form.ts';
import type { Conflict, Editor } from './use-editor.ts';

type Props = { editor: Editor; words: Words };

/** The automation was saved elsewhere. Nothing is saved or loaded until the customer has chosen. */
export const ConflictDialog = ({ editor, words }: Props) => (
	<Dialog
		open={editor.conflict !== null}
		onClose={editor.closeConflict}
		size="wide"
		title="This automation was changed in the meantime"
		description="Another tab or device saved it after you began. If you save yours, that version stays in the history. If you load it, your changes are gone."
	>
		{editor.conflict && <Choice {...editor.conflict} editor={editor} words={words} />}
	</Dialog>
);

function Choice({ theirs, mine, editor: { clock, resolve }, words }: Conflict & Props) {
	const { _name } = theirs;
	const differing = differences({ ...formOf(theirs, clock), _name }, { ...mine, _name }, words);
	return (
		<div className="grid gap-5">
			<DifferenceList differences={differing} titles={['Saved', 'Yours']} />
			<div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
				<Button onClick={() => resolve(false)}>Load the saved one</Button>
				<Button look="primary" onClick={() => resolve(true)}>
					Save mine
				</Button>
			</div>
		</div>
	);
}
