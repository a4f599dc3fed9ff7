import type { Trial } from '@watchword/contract/trial';
import type { ReactNode } from 'react';
import { decidedBy } from '../../../product/decided-by.ts';
import { FieldList } from '../../../product/field-list.tsx';
import { firstLookWords } from '../../../product/first-look.ts';
import { MailFrame } from '../../../product/mail-frame.tsx';
import { NearExamples } from '../../../product/near-examples.tsx';
import { modelLinks } from '../../../product/verdicts.ts';
import { TextLinks } from '../../../ui/text-links.tsx';
import type { Told } from './tells.ts';
import { VerdictPill } from './verdict-pill.tsx';
import { consequenceOf } from './words.ts';

/** The result of a trial: the verdict with its evidence, and the action that would follow. */
export default function TrialResult({ trial, told = null }: { trial: Trial; told?: Told }) {
	// A mail that would not be sent is not shown.
	const { mail, push } = told && 'silent' in told ? { mail: null, push: null } : trial;
	const { verdict, evidence, information, hindrance, model, decide_ms } = trial;
	return (
		<div className="grid gap-5">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<VerdictPill verdict={verdict} />
				<p className={hindrance ? 'font-medium text-attention' : 'font-medium'}>
					{consequenceOf(trial, told)}
				</p>
			</div>
			<dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[7rem_1fr]">
				<Row name="Evidence">{evidence}</Row>
				{trial.firstLook && <Row name="First look">{firstLookWords(trial.firstLook)}</Row>}
				{!mail && !push && <Row name="Information">{information}</Row>}
			</dl>
			{trial.fields.length > 0 && (
				<section aria-label="Fields" className="grid gap-2">
					<h4 className="text-small font-semibold text-muted">Fields</h4>
					<FieldList values={trial.fields} />
				</section>
			)}
			<NearExamples examples={trial.examples} />
			{verdict === 'cannot tell' && model === 'built-in' && (
				<p className="text-small text-muted">
					<TextLinks links={modelLinks('What the built-in model can see')} />
				</p>
			)}
			{mail && (
				<section
					aria-label="The mail it would send"
					className="grid gap-3 rounded-control border border-line p-4"
				>
					<dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[6rem_1fr]">
						<Row name="To">{mail.to ?? 'Nobody yet'}</Row>
						<Row name="Subject">{mail.subject}</Row>
					</dl>
					<MailFrame html={mail.html} title="What it would write" />
				</section>
			)}
			{push && (
				<section
					aria-label="The message it would send"
					className="grid gap-1 rounded-control border border-line p-4"
				>
					<p className="font-medium wrap-anywhere">{push.title}</p>
					<p className="whitespace-pre-wrap wrap-anywhere text-muted">{push.body}</p>
				</section>
			)}
			<p className="text-small text-muted tabular-nums">
				{decidedBy(model, decide_ms)} · nothing was sent or charged
			</p>
		</div>
	);
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
	<>
		<dt className="text-small text-muted">{name}</dt>
		<dd className="min-w-0 whitespace-pre-wrap wrap-anywhere">{children}</dd>
	</>
);
