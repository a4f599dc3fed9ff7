import { NEW_ALERTS } from '@watchword/contract/alerts';
import type { Device } from '@watchword/contract/device';
import { missingOf, problemsOf } from '../form/check.ts';
import { editOf } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import type { TrialDraft } from './use-trials.ts';

/** The automation in the editor, saved or not, and what it lacks before it can be tried. */
export type Tryable = { automationId: string; draft: TrialDraft; problems: string[] };

export function tryableOf({ form, base, clock }: Editor, devices: readonly Device[] | undefined): Tryable {
	const { _version, ...draft } = editOf(form, base, clock);
	const { action_prompt } = missingOf(form);
	const problems = Object.values({ ...(action_prompt && { action_prompt }), ...problemsOf(form, devices) });
	return { automationId: base.id, draft, problems };
}

/** What the verdict depends on. The notification settings do not, so their changes need no new trial. */
export const judgedBy = (draft: TrialDraft) =>
	JSON.stringify(
		Object.entries(draft).filter(
			([name]) => name === '_notify' || name === '_channels' || !(name in NEW_ALERTS),
		),
	);
