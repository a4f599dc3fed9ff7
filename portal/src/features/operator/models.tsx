import { BUILT_IN, type OperatorModel, type OperatorModels } from '@watchword/contract/operator';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { sizeInWords } from '../../lib/size.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ChangeFailed, useChange } from './change.tsx';
import { modelsQuery } from './documents.ts';
import { ModelRow } from './model-row.tsx';
import { ModelServers } from './model-servers.tsx';
import { type Deed, upperFirst } from './model-words.ts';

type Request = { deed: Deed; name: string };

const ROUTES = {
	install: 'POST /api/operator/models/{name}/install',
	stop: 'POST /api/operator/models/{name}/stop',
	use: 'POST /api/operator/models/{name}/use',
	test: 'POST /api/operator/models/{name}/test',
	remove: 'DELETE /api/operator/models/{name}',
} as const;

/** Which model decides, and those that can be installed. */
export function Models({ models }: { models: OperatorModels }) {
	const [removing, setRemoving] = useState<OperatorModel | null>(null);
	const { submit, submitting, failure } = useChange(modelsQuery, ({ deed, name }: Request) =>
		call(ROUTES[deed], { params: { name } }).finally(() => setRemoving(null)),
	);
	const { decides, is_set, items, pull } = models;
	const isBuiltIn = decides === 'the built-in model';
	const local = items.find(({ state }) => state === 'decides');
	return (
		<section aria-labelledby="models" className="grid gap-5">
			<div className="grid gap-1.5">
				<h2 id="models" className="font-semibold">
					Language models of your own
				</h2>
				<p className="max-w-2xl text-pretty text-muted">
					They run on this machine and need no other server. Nothing is downloaded before you press Install;
					after that, no network is needed. This machine has {sizeInWords(models.memory_bytes)} of memory and{' '}
					{sizeInWords(models.disk_free_bytes)} free on its disk. Models come from{' '}
					<span className="wrap-anywhere">{new URL(models.hub).host}</span>.
				</p>
			</div>
			<Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
				<div className="grid gap-0.5">
					<p className="font-medium wrap-anywhere">{local?.title ?? upperFirst(decides)} decides.</p>
					{is_set && (
						<p className="text-small text-muted">
							{is_set} is set in the environment, which comes first. Remove it there and restart to choose
							here.
						</p>
					)}
				</div>
				{!isBuiltIn && !is_set && (
					<Button busy={submitting} onClick={() => void submit({ deed: 'use', name: BUILT_IN })}>
						Use the built-in model
					</Button>
				)}
			</Card>
			<ChangeFailed failure={failure} />
			<ul className="grid gap-4">
				{items.map((model) => (
					<li key={model.name}>
						<ModelRow
							model={model}
							canBeUsed={is_set === null}
							busy={submitting}
							act={(deed) =>
								deed === 'remove' ? setRemoving(model) : void submit({ deed, name: model.name })
							}
						/>
					</li>
				))}
			</ul>
			{is_set === null && <ModelServers decides={decides} pull={pull} />}
			<Confirm
				open={removing !== null}
				busy={submitting}
				onCancel={() => setRemoving(null)}
				onConfirm={() => removing && void submit({ deed: 'remove', name: removing.name })}
				title={`Remove ${removing?.title}?`}
				confirmLabel="Remove"
			>
				Its files are deleted. To use it again, it must be downloaded again.
			</Confirm>
		</section>
	);
}
