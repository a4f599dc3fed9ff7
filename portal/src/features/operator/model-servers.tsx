import { useQuery } from '@tanstack/react-query';
import type { OperatorModels, ServedModel } from '@watchword/contract/operator';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChangeFailed, useChange } from './change.tsx';
import { modelsQuery, serversQuery } from './documents.ts';
import { OtherServer } from './other-server.tsx';

/** Ollama and the like on this machine, which use a graphics card if there is one. */
export function ModelServers({ decides, pull }: Pick<OperatorModels, 'decides' | 'pull'>) {
	const { data: servers, isFetching, refetch } = useQuery(serversQuery);
	const { submit, submitting, failure } = useChange(modelsQuery, ({ url, name }: ServedModel) =>
		call('POST /api/operator/model-servers/use', { body: { url, name } }),
	);
	if (!servers) return null;
	return (
		<section aria-labelledby="servers" className="mt-4 grid gap-5">
			<div className="grid gap-1.5">
				<h2 id="servers" className="font-semibold">
					Model servers
				</h2>
				<p className="max-w-2xl text-pretty text-muted">
					If this machine has a graphics card, a model server such as Ollama is much faster than a model
					above.
				</p>
			</div>
			<ChangeFailed failure={failure} />
			{servers.length === 0 ? (
				<p className="text-muted">None that has a model which sees pictures was found on this machine.</p>
			) : (
				<ul className="grid gap-4">
					{servers.map((served) => (
						<li key={served.url}>
							<Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5">
								<div className="grid min-w-0 gap-0.5">
									<h3 className="font-semibold wrap-anywhere">{served.name}</h3>
									<p className="text-small wrap-anywhere text-muted">
										{served.server}, {served.url}
									</p>
								</div>
								{decides.startsWith(`${served.name} at `) ? (
									<span className="rounded-full bg-accent-soft px-2.5 py-0.5 text-small text-accent">
										Decides
									</span>
								) : (
									<Button
										busy={submitting}
										aria-label={`Use ${served.name}`}
										onClick={() => void submit(served)}
									>
										{submitting ? 'Being tested' : 'Use'}
									</Button>
								)}
							</Card>
						</li>
					))}
				</ul>
			)}
			<Button className="justify-self-start" look="quiet" busy={isFetching} onClick={() => void refetch()}>
				Look again
			</Button>
			<OtherServer pull={pull} />
		</section>
	);
}
