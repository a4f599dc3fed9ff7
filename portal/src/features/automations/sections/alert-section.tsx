import { NEW_ALERTS, WORKS_WHEN } from '@watchword/contract/alerts';
import { MORE_ADDRESSES_MAX } from '@watchword/contract/constants';
import { timeOfDay } from '../../../lib/time.ts';
import type { Rest } from '../../../product/rest.ts';
import { Check } from '../../../ui/check.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { TimeRange } from '../../../ui/time-range.tsx';
import { alertFormOf } from '../form/alert-form.ts';
import { alertSentence } from '../form/alert-sentence.ts';
import { QUIET_NAMES, TELL_NAMES, WORKS_NAMES } from '../form/difference.ts';
import { alertFieldsOf, type Form, sendsMail } from '../form/form.ts';
import { same } from '../form/same.ts';
import type { Editor } from '../use-editor.ts';
import { MorePart } from './more-part.tsx';
import { SameLine } from './same-line.tsx';
import { type Hours, useAccountAlerts } from './use-account-alerts.ts';

type Props = { editor: Editor; rest: Rest | null };

/** When the automation notifies people, in a sentence, and the settings behind it. */
export function AlertSection({ editor, rest }: Props) {
	const { form, problems, clock } = editor;
	const fields = alertFieldsOf(form);
	const { accountHours, presence } = useAccountAlerts(clock);
	return (
		<MorePart
			title="When to tell me"
			setting={alertSentence(form, { accountHours, presence, rest, time: timeOfDay })}
			isUsed={differsFromNew(form)}
			hasProblem={[...fields].some((field) => problems[field])}
		>
			{fields.has('_tell') && <Telling editor={editor} />}
			{fields.has('_skipSame') && <SkipSame editor={editor} />}
			{fields.has('_leastMinutes') && <Recipients editor={editor} />}
			{fields.has('_quiet') && <Quiet editor={editor} accountHours={accountHours} />}
			<Works editor={editor} />
		</MorePart>
	);
}

/** How an automation is told of that nobody has changed. "Tell by" stands elsewhere. */
const NEW = alertFormOf(NEW_ALERTS, (time) => time);

const differsFromNew = (form: Form) =>
	[...alertFieldsOf(form)].some((field) => field !== '_notify' && !same(form[field], NEW[field]));

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
