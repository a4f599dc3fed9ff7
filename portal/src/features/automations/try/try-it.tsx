import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { TRIALS_PER_HOUR } from '@watchword/contract/constants';
import { useState } from 'react';
import { portalQuery, runsQuery } from '../../../lib/documents.ts';
import { modelLinks } from '../../../lib/verdicts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextLinks } from '../../../ui/text-links.tsx';
import { missingOf, problemsOf } from '../check.ts';
import { editOf } from '../form.ts';
import { Section } from '../section.tsx';
import type { Editor } from '../use-editor.ts';
import { Results } from './results.tsx';
import { ofRun } from './subjects.ts';
import { TryCaptures } from './try-captures.tsx';
import { TryMail } from './try-mail.tsx';
import { type Subject, type TrialDraft, type Trials, useTrials } from './use-trials.ts';

/** Tries what is in the editor, saved or not, on what the customer already has. */
export function TryIt({ editor }: { editor: Editor }) {
	const { form, base } = editor;
	const trying = useTrials(base.id);
	const [wanting, setWanting] = useState<string[]>([]);
	const marked = useMarked(base.id, form._triggerType);
	const draft = draftOf(editor);

	function start(kind: Trials['kind'], subjects: Subject[]) {
		const { action_prompt } = missingOf(form);
		const problems = Object.values({ ...(action_prompt && { action_prompt }), ...problemsOf(form) });
		setWanting(problems);
		if (problems.length === 0) trying.start(kind, draft, subjects);
	}
	const onOne = (subject: Subject) => start('one', [subject]);

	return (
		<Section title="Try it">
			<Introduction />
			{form._triggerType === 'capture' && (
				<TryCaptures
					deviceId={form.trigger_device_deviceID}
					isLimited={form._limited}
					busy={trying.busy}
					onTry={(subjects) => start('captures', subjects)}
				/>
			)}
			{form._triggerType === 'email' && <TryMail automationId={base.id} busy={trying.busy} onTry={onOne} />}
			{form._triggerType === 'schedule' && (
				<Button busy={trying.busy} className="justify-self-start" onClick={() => onOne(NOW)}>
					Try it now
				</Button>
			)}
			{marked.length > 0 && (
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<p className="text-small text-muted tabular-nums">Your marked runs: {marked.length}</p>
					<Button busy={trying.busy} onClick={() => start('marked', marked.map(ofRun))}>
						Try it on them
					</Button>
				</div>
			)}
			{wanting.length > 0 && (
				<Alert tone="attention">
					<p>Before it can be tried:</p>
					{wanting.map((problem) => (
						<p key={problem}>{problem}</p>
					))}
				</Alert>
			)}
			<Results
				trying={trying}
				isContinuous={form.trigger_device_type === 'continuous'}
				isOutdated={trying.trials !== null && JSON.stringify(trying.trials.draft) !== JSON.stringify(draft)}
			/>
		</Section>
	);
}

const NOW: Subject = { key: 'now', on: { kind: 'now' }, title: 'Now', at: null, picture: null, run: null };

/** The runs whose verdicts were marked, as far as what sets the automation off is still of their kind. */
function useMarked(automation: string, trigger: Editor['form']['_triggerType']) {
	const { data } = useInfiniteQuery(runsQuery({ automation, trigger, marked: 'yes' }));
	return data?.pages[0]?.items ?? [];
}

function draftOf({ form, base, place }: Editor): TrialDraft {
	const { _version, ...draft } = editOf(form, base, place);
	return draft;
}

function Introduction() {
	const { data: portal } = useQuery(portalQuery);
	return (
		<div className="grid gap-1.5 text-small text-pretty text-muted">
			<p>
				See what the automation would do as it stands here, saved or not. Nothing is sent and nothing is
				charged; you can try {TRIALS_PER_HOUR} things in an hour.
			</p>
			{portal?.builtInModel && (
				<p>
					The built-in model decides: in pictures it finds people, vehicles, animals and other everyday
					things, in mails it finds and quotes words. <TextLinks links={modelLinks()} />
				</p>
			)}
		</div>
	);
}
