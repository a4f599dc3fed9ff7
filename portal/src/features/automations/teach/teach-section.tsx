import { useQuery } from '@tanstack/react-query';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { examplesQuery, portalQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MorePart } from '../sections/more-part.tsx';
import type { Editor } from '../use-editor.ts';
import { questionOf, taughtInWords } from './taught-words.ts';
import { TeachSheet } from './teach-sheet.tsx';

/** Pictures as examples of what the prompt means. Only the built-in model learns from them, so others do not show this. */
export function TeachSection({ editor: { form, base } }: { editor: Editor }) {
	const { data: portal } = useQuery(portalQuery);
	const [open, setOpen] = useState(false);
	const isSaved = base.id !== EXAMPLE_AUTOMATION && base._triggerType === 'capture';
	const isShown = portal?.builtInModel === true && form._triggerType === 'capture';
	const { data: sheet } = useQuery({ ...examplesQuery(base.id), enabled: isShown && isSaved });
	if (!isShown) return null;
	const deviceId = base.trigger_device_deviceID;
	return (
		<MorePart title="Teach it" setting={(sheet && taughtInWords(sheet)) || 'Not taught'} anchor="teach-it">
			<p className="text-small text-pretty text-muted">
				“The gate is open”, “the bin is out”: show the built-in model what you mean. Mark at least 3 pictures
				that show it and 3 that do not; from then on it compares each new picture with them. Marks on runs
				count too.
			</p>
			{deviceId && isSaved ? (
				<>
					<Button className="justify-self-start" onClick={() => setOpen(true)}>
						<GraduationCap aria-hidden className="size-4.5" strokeWidth={1.75} />
						Mark pictures
					</Button>
					<Dialog
						open={open}
						onClose={() => setOpen(false)}
						title="Teach it"
						description={questionOf(sheet?.taught?.words ?? null, base.action_prompt)}
						size="wide"
					>
						<TeachSheet automationId={base.id} deviceId={deviceId} />
					</Dialog>
				</>
			) : (
				<p className="text-muted">
					Choose a device under Inputs and save; then you can teach it with its pictures.
				</p>
			)}
		</MorePart>
	);
}
