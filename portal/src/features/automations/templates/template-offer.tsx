import { DEFAULT_PROMPT } from '@watchword/contract/constants';
import { useFilling } from '../use-create.ts';
import type { Editor } from '../use-editor.ts';
import { TemplateList } from './template-list.tsx';

/** Templates for a new automation, shown until something in it was changed. */
export function TemplateOffer({ editor }: { editor: Editor }) {
	const { device, startFrom } = useFilling();
	const { base, changed, offer, saving, fillIn } = editor;
	const isUntouched = base._version === 1 && base.action_prompt === DEFAULT_PROMPT && !changed && !offer;
	if (!isUntouched) return null;
	return (
		<div className="border-t border-line px-5 py-6 sm:px-7">
			<TemplateList
				title="Begin with a template, or fill it in yourself below"
				hasDevice={device !== null}
				busy={saving}
				isCompact
				onChoose={(template) => fillIn(startFrom(template))}
			/>
		</div>
	);
}
