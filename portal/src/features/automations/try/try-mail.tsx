import { useInfiniteQuery } from '@tanstack/react-query';
import { TRIAL_MAIL_MAX_LENGTH } from '@watchword/contract/constants';
import { useState } from 'react';
import { runsQuery } from '../../../lib/run-documents.ts';
import { timeInWords } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { Tryable } from './draft.ts';
import { Latest } from './latest.tsx';
import { mailTitle, ofRun } from './subjects.ts';
import type { Subject, Trying } from './use-trials.ts';

type Props = { tryable: Tryable; trying: Trying; onTry: (subject: Subject) => void };
type Source = 'past' | 'words' | 'raw';

/** Tries a received mail, or one that is written or pasted here. */
export function TryMail({ tryable, trying, onTry }: Props) {
	const { data } = useInfiniteQuery(runsQuery({ automation: tryable.automationId, trigger: 'email' }));
	const past = data?.pages[0]?.items ?? [];
	const [chosen, setSource] = useState<Source | null>(null);
	const source = chosen ?? (past.length > 0 ? 'past' : 'words');
	const [runId, setRunId] = useState<string | null>(null);
	const [words, setWords] = useState({ from: '', subject: '', text: '' });
	const [raw, setRaw] = useState('');
	const [tooLong, setTooLong] = useState<string>();

	/** A mail that is too long is refused, because the field would become slow. */
	const take = (text: string, keep: (text: string) => void) => {
		const fits = text.length <= TRIAL_MAIL_MAX_LENGTH;
		setTooLong(
			fits
				? undefined
				: `That mail has ${text.length.toLocaleString('en')} characters; ${TRIAL_MAIL_MAX_LENGTH.toLocaleString('en')} can be tried.`,
		);
		if (fits) keep(text);
	};

	const run = past.find(({ id }) => id === runId) ?? past[0];
	const subject: Subject | null =
		source === 'past'
			? run
				? ofRun(run)
				: null
			: source === 'words'
				? words.subject || words.text
					? pasted({ kind: 'mail', ...words })
					: null
				: raw.trim()
					? pasted({ kind: 'rawMail', raw })
					: null;

	return (
		<div className="grid min-w-0 gap-4">
			{source === 'past' && run && (
				<Latest key={run.id} tryable={tryable} subject={ofRun(run)} trying={trying} />
			)}
			<Choice
				label="Try it on"
				options={[
					{ value: 'past', label: 'A past mail' },
					{ value: 'words', label: 'Subject and text' },
					{ value: 'raw', label: 'A raw message' },
				]}
				value={source}
				onChange={setSource}
			/>
			{source === 'past' &&
				(past.length > 0 ? (
					<Select
						label="Mail"
						options={past.map((run) => ({
							value: run.id,
							label: `${mailTitle(run)}${run._timestamp === null ? '' : `, ${timeInWords(run._timestamp)}`}`,
						}))}
						value={run?.id ?? ''}
						onChange={setRunId}
					/>
				) : (
					<p className="text-pretty text-muted">
						No mail has come to this automation yet. Send one to its address, or write or paste one here.
					</p>
				))}
			{source === 'words' && (
				<div className="grid gap-3">
					<div className="grid gap-3 sm:grid-cols-2">
						<Field
							label="From"
							maxLength={500}
							value={words.from}
							onChange={(event) => setWords({ ...words, from: event.target.value })}
						/>
						<Field
							label="Subject"
							maxLength={1000}
							value={words.subject}
							onChange={(event) => setWords({ ...words, subject: event.target.value })}
						/>
					</div>
					<TextArea
						label="Text of the mail"
						placeholder="What the mail says"
						scrolls
						value={words.text}
						error={tooLong}
						onChange={(event) => take(event.target.value, (text) => setWords({ ...words, text }))}
					/>
				</div>
			)}
			{source === 'raw' && (
				<TextArea
					label="Raw message"
					placeholder={
						'From: …\nSubject: …\n\nPaste the whole message, as “Show original” in your mail program gives it.'
					}
					scrolls
					value={raw}
					error={tooLong}
					onChange={(event) => take(event.target.value, setRaw)}
				/>
			)}
			<Button
				busy={trying.busy}
				disabled={trying.busy || !subject}
				className="justify-self-start"
				onClick={() => subject && onTry(subject)}
			>
				Try it on this mail
			</Button>
		</div>
	);
}

const pasted = (on: Subject['on']): Subject => ({
	key: 'pasted',
	on,
	title: 'The mail you wrote',
	at: null,
	picture: null,
	run: null,
});
