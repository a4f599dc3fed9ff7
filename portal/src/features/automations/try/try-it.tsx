import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { EARLIER_ALERTS } from '@watchword/contract/alerts';
import { TRIALS_PER_HOUR } from '@watchword/contract/constants';
import { useState } from 'react';
import { devicesQuery, portalQuery } from '../../../lib/documents.ts';
import { runsQuery } from '../../../lib/run-documents.ts';
import { modelLinks } from '../../../product/verdicts.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextLinks } from '../../../ui/text-links.tsx';
import { alertSettingsOf } from '../form/alert-form.ts';
import { alertFieldsOf, type Form } from '../form/form.ts';
import { useAccountAlerts } from '../sections/use-account-alerts.ts';
import type { Editor } from '../use-editor.ts';
import { judgedBy, tryableOf } from './draft.ts';
import { Results } from './results.tsx';
import { ofRun } from './subjects.ts';
import { TryCaptures } from './try-captures.tsx';
import { TryMail } from './try-mail.tsx';
import type { Subject, Trials, Trying } from './use-trials.ts';

type Props = { editor: Editor; trying: Trying };

/** Tries the automation in the editor, saved or not, on captures and mails the customer already has. */
export function TryIt({ editor, trying }: Props) {
	const { form, base } = editor;
	const { data: devices } = useQuery(devicesQuery);
	const [wanting, setWanting] = useState<string[]>([]);
	const marked = useMarked(base.id, form._triggerType);
	const tryable = tryableOf(editor, devices);
	const { draft, problems } = tryable;
	const { accountHours } = useAccountAlerts(editor.clock);
	const hasHours = form._quiet === 'own' || (form._quiet === 'account' && accountHours !== null);
	const isQuiet = hasHours && alertFieldsOf(form).has('_quiet');

	function start(kind: Trials['kind'], subjects: Subject[]) {
		setWanting(problems);
		if (problems.length === 0) trying.start(kind, draft, subjects);
	}
	const onOne = (subject: Subject) => start('one', [subject]);

	return (
		<>
			{form._triggerType === 'capture' && (
				<TryCaptures
					tryable={tryable}
					deviceId={form.trigger_device_deviceID}
					isLimited={form._limited}
					isQuiet={isQuiet}
					trying={trying}
					onTry={(subjects) => start('captures', subjects)}
				/>
			)}
			{form._triggerType === 'email' && <TryMail tryable={tryable} trying={trying} onTry={onOne} />}
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
				isOutdated={trying.trials !== null && judgedBy(trying.trials.draft) !== judgedBy(draft)}
				telling={tellingOf(form)}
			/>
		</>
	);
}

const NOW: Subject = { key: 'now', on: { kind: 'now' }, title: 'Now', at: null, picture: null, run: null };

/** The runs with marked verdicts that have the automation's present trigger. */
function useMarked(automation: string, trigger: Editor['form']['_triggerType']) {
	const { data } = useInfiniteQuery(runsQuery({ automation, trigger, marked: 'yes' }));
	return data?.pages[0]?.items ?? [];
}

/** How a watch in the form notifies of captures. Limited ones notify every time; null if they send no mail. */
function tellingOf(form: Form) {
	const fields = alertFieldsOf(form);
	if (form._triggerType !== 'capture' || !fields.has('_leastMinutes')) return null;
	if (form.trigger_device_type === 'continuous') return null;
	const settings = alertSettingsOf(form);
	return fields.has('_tell') ? settings : { ...EARLIER_ALERTS, _leastMinutes: settings._leastMinutes };
}

/** What trying means, and who decides. */
export function AboutTrying() {
	const { data: portal } = useQuery(portalQuery);
	return (
		<div className="grid gap-1.5 border-t border-line px-5 py-4 text-small text-pretty text-muted sm:px-7">
			<p>
				See what the automation would do as it stands here, saved or not. Nothing is sent and nothing is
				charged; you can try {TRIALS_PER_HOUR} things in an hour.
			</p>
			{portal?.builtInModel && (
				<p>
					The built-in model decides: in pictures it finds people, vehicles, animals and other everyday things
					and reads text, in mails it finds and quotes words. <TextLinks links={modelLinks()} />
				</p>
			)}
		</div>
	);
}
