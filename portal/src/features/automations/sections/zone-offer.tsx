import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { devicesQuery } from '../../../lib/documents.ts';
import type { Editor } from '../use-editor.ts';
import { insertName, offerNames } from './zone-names.ts';

type Props = {
	editor: Editor;
	field: RefObject<HTMLTextAreaElement | null>;
	/** Where the customer is typing. */
	caret: number;
};

/** The zones of the camera, while a prompt about its pictures is typed. One click puts a name into the prompt. */
export function ZoneOffer({ editor: { form, change }, field, caret }: Props) {
	const { data: devices } = useQuery(devicesQuery);
	const device = devices?.find(({ id }) => id === form.trigger_device_deviceID);
	const names = (device?.zones ?? []).filter(({ use }) => use !== 'never').map(({ name }) => name);
	if (form._triggerType !== 'capture' || names.length === 0) return null;
	const prompt = form.action_prompt;
	const offer = offerNames(prompt, Math.min(caret, prompt.length), names);
	const choose = (name: string) => {
		const put = insertName(prompt, offer, name);
		change({ action_prompt: put.text });
		// The caret can be set once the field has its new text.
		requestAnimationFrame(() => {
			field.current?.focus();
			field.current?.setSelectionRange(put.caret, put.caret);
		});
	};
	return (
		<div className="flex flex-wrap items-center gap-2 text-small text-muted">
			<span role="status">
				{offer.completes ? 'Complete the name of the zone:' : 'Zones of this camera:'}
			</span>
			{offer.names.map((name) => (
				<button
					key={name}
					type="button"
					aria-label={`Put the zone ${name} into the prompt`}
					onClick={() => choose(name)}
					className="rounded-full border border-line-strong bg-surface px-3 py-1 font-medium text-ink transition-colors hover:border-muted hover:bg-sunken"
				>
					{name}
				</button>
			))}
		</div>
	);
}
