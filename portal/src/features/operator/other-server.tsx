import { type OperatorModels, servedModel } from '@watchword/contract/operator';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ChangeFailed, useKeep } from './change.tsx';
import { modelsQuery } from './documents.ts';
import { progressInWords } from './model-words.ts';

const OLLAMA = 'http://127.0.0.1:11434';

/** A model that the operator names: one that a server has, or that an Ollama server fetches. */
export function OtherServer({ pull }: Pick<OperatorModels, 'pull'>) {
	const [url, setUrl] = useState(OLLAMA);
	const [name, setName] = useState('');
	const [key, setKey] = useState('');
	const [deed, setDeed] = useState<'use' | 'pull'>('use');
	const keep = useKeep(modelsQuery);
	const isRight = (part: 'url' | 'name', value: string) => servedModel.shape[part].safeParse(value).success;
	const { onSubmit, shown, submitting, failure } = useForm(
		{
			url: isRight('url', url) ? undefined : `Enter an address, such as ${OLLAMA}.`,
			name: isRight('name', name) ? undefined : 'Enter the name of a model, such as qwen2.5vl:3b.',
		},
		() =>
			keep(() =>
				deed === 'pull'
					? call('POST /api/operator/model-servers/pull', { body: { url, name } })
					: call('POST /api/operator/model-servers/use', { body: { url, name, ...(key && { key }) } }),
			),
	);
	const isPulling = pull?.state === 'downloading';
	return (
		<Card className="p-5 sm:p-6">
			<form noValidate onSubmit={onSubmit} className="grid gap-4">
				<div className="grid items-start gap-4 sm:grid-cols-2">
					<Field
						label="Address of a model server"
						type="url"
						autoCapitalize="none"
						spellCheck={false}
						value={url}
						onChange={({ target }) => setUrl(target.value.trim())}
						error={shown.url}
					/>
					<Field
						label="Model"
						hint="One that sees pictures, such as qwen2.5vl:3b."
						autoCapitalize="none"
						spellCheck={false}
						value={name}
						onChange={({ target }) => setName(target.value.trim())}
						error={shown.name}
					/>
					<Field
						label="API key"
						hint="Only if the server asks for one. It is kept for this address and not shown again."
						type="password"
						autoComplete="off"
						value={key}
						onChange={({ target }) => setKey(target.value.trim())}
					/>
				</div>
				<ChangeFailed failure={failure} />
				<div className="flex flex-wrap gap-3">
					<Button type="submit" busy={submitting && deed === 'use'} onClick={() => setDeed('use')}>
						{submitting && deed === 'use' ? 'Being tested' : 'Test and use'}
					</Button>
					{!isPulling && (
						<Button
							type="submit"
							look="quiet"
							busy={submitting && deed === 'pull'}
							onClick={() => setDeed('pull')}
						>
							Download with Ollama
						</Button>
					)}
				</div>
				{pull && <Pull pull={pull} />}
			</form>
		</Card>
	);
}

function Pull({ pull: { name, state, progress, problem } }: { pull: NonNullable<OperatorModels['pull']> }) {
	const keep = useKeep(modelsQuery);
	const { submit, submitting } = useSubmit(() => keep(() => call('POST /api/operator/model-servers/stop')));
	if (state === 'failed') return <Alert tone="attention">{`${name} was not downloaded. ${problem}`}</Alert>;
	if (state === 'there')
		return <Alert tone="success">{`${name} is there. It can be tested and used now.`}</Alert>;
	return (
		<div className="grid gap-1.5">
			<Progress
				aria-label={`Download of ${name}`}
				max={progress.total_bytes || 1}
				value={progress.done_bytes}
			/>
			<p className="text-small text-muted">
				Ollama downloads {name}: {progressInWords(progress)}
			</p>
			<Button className="mt-1.5 justify-self-start" busy={submitting} onClick={() => void submit()}>
				Stop
			</Button>
		</div>
	);
}
