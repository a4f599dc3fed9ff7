import { WORKS_WHEN } from '@watchword/contract/alerts';
import { MORE_ADDRESSES_MAX } from '@watchword/contract/constants';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { timeOfDay } from '../../../lib/time.ts';
import type { Rest } from '../../../product/rest.ts';
import { Check } from '../../../ui/check.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { classes } from '../../../ui/classes.ts';
import { Field } from '../../../ui/field.tsx';
import { TimeRange } from '../../../ui/time-range.tsx';
import { alertSentence } from '../form/alert-sentence.ts';
import { QUIET_NAMES, TELL_NAMES, WORKS_NAMES } from '../form/difference.ts';
import { alertFieldsOf, sendsMail } from '../form/form.ts';
import type { Editor } from '../use-editor.ts';
import { SameLine } from './same-line.tsx';
import { Section } from './section.tsx';
import { type Hours, useAccountAlerts } from './use-account-alerts.ts';

type Props = { editor: Editor; rest: Rest | null };

/** When the automation notifies people, in a sentence. A click opens the settings behind it. */
export function AlertSection({ editor, rest }: Props) {
	const id = useId();
	const [open, setOpen] = useState(false);
	const { form, problems, clock } = editor;
	const fields = alertFieldsOf(form);
	// A problem must be visible, so that it can take the focus.
	if (!open && [...fields].some((field) => problems[field])) setOpen(true);
	const { accountHours, presence } = useAccountAlerts(clock);
	return (
		<Section title="When to tell me">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={id}
				onClick={() => setOpen(!open)}
				className="-mx-3 -my-2 flex items-start justify-between gap-4 rounded-control px-3 py-2 text-left transition-colors hover:bg-sunken"
			>
				<span className="text-pretty">
					{alertSentence(form, { accountHours, presence, rest, time: timeOfDay })}
				</span>
				<span className="flex shrink-0 items-center gap-1 text-small font-medium text-muted">
					{open ? 'Close' : 'Change'}
					<ChevronDown
						aria-hidden
						className={classes('size-4.5 transition-transform', open && 'rotate-180')}
					/>
				</span>
			</button>
			<div id={id} hidden={!open} className="grid gap-5">
				{open && (
					<>
						{fields.has('_tell') && <Telling editor={editor} />}
						{fields.has('_skipSame') && <SkipSame editor={editor} />}
						{fields.has('_leastMinutes') && <Recipients editor={editor} />}
						{fields.has('_quiet') && <Quiet editor={editor} accountHours={accountHours} />}
						<Works editor={editor} />
					</>
				)}
			</div>
		</Section>
	);
}

const Telling = ({ editor: { form, change, problems } }: { editor: Editor }) => (
	<>
		<Choice
			label="Tell me"
			options={[
				{
					value: 'begin',
					label: TELL_NAMES.begin,
					hint: 'Once, and then not again until it is over.',
				},
				{ value: 'every', label: TELL_NAMES.every, hint: 'At every capture that shows it.' },
			]}
			value={form._tell}
			onChange={(_tell) => change({ _tell })}
		/>
		{form._tell === 'begin' && (
			<Minutes
				label="Again every so many minutes while it lasts"
				none="Never"
				value={form._tellAgainMinutes}
				onChange={(_tellAgainMinutes) => change({ _tellAgainMinutes })}
				error={problems._tellAgainMinutes}
			/>
		)}
		<Check
			label="Tell me when it is over, too"
			checked={form._tellOver}
			onChange={(_tellOver) => change({ _tellOver })}
		/>
		<Check
			label="Only if two captures in a row agree"
			hint="A single odd picture then neither begins nor ends anything."
			checked={form._tellTwice}
			onChange={(_tellTwice) => change({ _tellTwice })}
		/>
	</>
);

const SkipSame = ({ editor: { base, form, change } }: { editor: Editor }) => (
	<Check
		label="Skip pictures that show nothing new"
		hint={
			<>
				They are not checked and cost nothing. At least one picture an hour is checked anyway.{' '}
				{form.trigger_device_deviceID && (
					<SameLine automation={base.id} device={form.trigger_device_deviceID} />
				)}
			</>
		}
		checked={form._skipSame}
		onChange={(_skipSame) => change({ _skipSame })}
	/>
);

const Recipients = ({ editor: { form, change, problems } }: { editor: Editor }) => (
	<>
		{sendsMail(form) && (
			<Field
				label="Further recipients"
				autoComplete="off"
				spellCheck={false}
				placeholder="Nobody else"
				value={form.action_moreAddresses}
				onChange={(event) => change({ action_moreAddresses: event.target.value })}
				error={problems.action_moreAddresses}
				hint={`Up to ${MORE_ADDRESSES_MAX} addresses, with commas between. Each of them can unsubscribe alone.`}
			/>
		)}
		<Minutes
			label={`Shortest time between two ${sendsMail(form) ? 'mails' : 'messages'}, in minutes`}
			none="None"
			value={form._leastMinutes}
			onChange={(_leastMinutes) => change({ _leastMinutes })}
			error={problems._leastMinutes}
		/>
	</>
);

type QuietProps = { editor: Editor; accountHours: Hours | null };

function Quiet({ editor: { form, change, problems }, accountHours }: QuietProps) {
	return (
		<Choice
			label="Quiet hours"
			options={[
				{
					value: 'account',
					label: QUIET_NAMES.account,
					hint: accountHours
						? `${timeOfDay(accountHours.start)} to ${timeOfDay(accountHours.end)}`
						: 'It has none at present.',
				},
				{ value: 'own', label: QUIET_NAMES.own, hint: 'Hours you choose here.' },
				{ value: 'none', label: QUIET_NAMES.none, hint: 'Mails are sent at any hour.' },
			]}
			value={form._quiet}
			onChange={(_quiet) => change({ _quiet })}
		>
			{form._quiet === 'own' && (
				<div className="mt-3 max-w-sm">
					<TimeRange
						label="No mails between"
						start={form._quietStart}
						end={form._quietEnd}
						onChange={({ start = form._quietStart, end = form._quietEnd }) =>
							change({ _quietStart: start, _quietEnd: end })
						}
						error={problems._quietStart}
						hint="What happens in these hours comes as one mail at their end."
					/>
				</div>
			)}
		</Choice>
	);
}

const Works = ({ editor: { form, change } }: { editor: Editor }) => (
	<Choice
		label="Works"
		options={WORKS_WHEN.map((value) => ({ value, label: WORKS_NAMES[value] }))}
		value={form._works}
		onChange={(_works) => change({ _works })}
	/>
);

type MinutesProps = {
	label: string;
	/** What an empty field means. */
	none: string;
	value: string;
	onChange: (value: string) => void;
	error: string | undefined;
};

const Minutes = ({ label, none, value, onChange, error }: MinutesProps) => (
	<div className="max-w-xs">
		<Field
			label={label}
			inputMode="numeric"
			autoComplete="off"
			maxLength={5}
			placeholder={none}
			value={value}
			onChange={(event) => onChange(event.target.value)}
			error={error}
		/>
	</div>
);
