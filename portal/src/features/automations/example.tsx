import type { Automation } from '@watchword/contract/automation';
import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { NEW_AUTOMATION } from '@watchword/contract/new-automation';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { PageTitle } from '../../lib/page-title.tsx';
import { timeOfDay } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sentenceOf } from './form/sentence.ts';
import { ActionSection } from './sections/action-section.tsx';
import { InputsSection } from './sections/inputs-section.tsx';
import { PromptSection } from './sections/prompt-section.tsx';
import { type Start, TEMPLATES, type Template } from './templates/templates.ts';
import { type Creation, useFilling } from './use-create.ts';
import { useEditor } from './use-editor.ts';

const SHOWN = 'Bin day reminder';

/** What an automation looks like, for a customer who has none yet. It is never saved and never runs. */
export function ExampleAutomation({ creation }: { creation: Creation }) {
	const template = TEMPLATES.find(({ name }) => name === SHOWN);
	return template ? <Example template={template} creation={creation} /> : null;
}

type Props = { template: Template; creation: Creation };

function Example({ template, creation: { create, creating } }: Props) {
	const { startFrom } = useFilling();
	const [automation] = useState(() => exampleOf(startFrom(template)));
	const editor = useEditor(automation);
	return (
		// On a phone the last parts can be scrolled up far enough to leave room for the tour's card below them.
		<Card className="min-w-0 max-sm:mb-32">
			<PageTitle name="Example" />
			<header className="grid gap-3 px-5 py-6 sm:px-7">
				<p className="flex gap-2 rounded-control bg-attention-soft px-4 py-3 text-small font-medium text-attention">
					<FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
					This is an example. It is not one of your automations: nothing here runs or is saved.
				</p>
				<h2 tabIndex={-1} data-page-heading data-tour="automation-name" className="text-title font-semibold">
					Example: {template.name}
				</h2>
				<p className="text-pretty text-muted">
					{sentenceOf(editor.form, { device: null, channels: [], time: timeOfDay })}
				</p>
			</header>
			<fieldset disabled>
				<legend className="sr-only">The example</legend>
				<InputsSection editor={editor} devices={[]} />
				<PromptSection editor={editor} />
				<ActionSection editor={editor} />
				<footer className="border-t border-line px-5 py-5 text-right sm:px-7">
					<Button look="primary" data-tour="automation-update" className="max-sm:w-full">
						Update Automation
					</Button>
				</footer>
			</fieldset>
			<div className="border-t border-line px-5 py-5 sm:px-7">
				<Button busy={creating} onClick={() => create(template)}>
					Make one like this
				</Button>
			</div>
		</Card>
	);
}

function exampleOf(start: Start): Automation {
	return {
		id: EXAMPLE_AUTOMATION,
		_owner: '',
		_deleted: false,
		runs: [],
		_version: 1,
		_paused: false,
		_snoozedUntil: null,
		_undecidable: false,
		_nowBeyond: null,
		...NEW_AUTOMATION,
		...start,
	};
}
