import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Example, Side } from '@watchword/contract/example';
import { PICTURE_PROBLEM_TEXT } from '@watchword/contract/picture-problem';
import { ApiError } from '../../../lib/api.ts';
import { capturesQuery, examplesQuery } from '../../../lib/documents.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { taughtInWords } from './taught-words.ts';
import { TeachTile } from './teach-tile.tsx';
import { useTeach } from './use-teach.ts';

type Props = { automationId: string; deviceId: string };

/** The server's message says what to change; anything else is a temporary failure. */
function whyNot(error: Error): string {
	const isRefused = error instanceof ApiError && error.code === 'invalid-argument';
	return isRefused
		? error.message.replace(/^[\w.]+: /, '')
		: 'The mark could not be saved. Check your connection and try again.';
}

interface Picture {
	captureId: string;
	at: number;
	path: string | null;
	/** Why it cannot be marked. */
	problem: string | null;
	example: Example | null;
}

/** The pictures of the camera, newest first, and all examples among them. */
export function TeachSheet({ automationId, deviceId }: Props) {
	const sheet = useQuery(examplesQuery(automationId));
	const captures = useInfiniteQuery(capturesQuery(deviceId));
	const teach = useTeach(automationId);
	if ((sheet.isError && !sheet.data) || (captures.isError && !captures.data)) {
		const retry = () => void Promise.all([sheet.refetch(), captures.refetch()]);
		return (
			<Failure title="The pictures could not be loaded." retry={retry} retrying={sheet.isFetching}>
				Nothing is lost.
			</Failure>
		);
	}
	if (!sheet.data || !captures.data) {
		return (
			<Loading text="Loading...">
				<Skeleton className="h-64" />
			</Loading>
		);
	}
	const examples = new Map(sheet.data.examples.map((example) => [example.captureId, example]));
	const pictures: Picture[] = captures.data.pages
		.flatMap(({ items }) => items)
		.map(({ id, captured_at, thumb_path, image_path, problem }) => ({
			captureId: id,
			at: Date.parse(captured_at) / 1000,
			path: thumb_path ?? image_path,
			problem: problem && PICTURE_PROBLEM_TEXT[problem],
			example: examples.get(id) ?? null,
		}));
	const listed = new Set(pictures.map(({ captureId }) => captureId));
	// Examples are kept longer than other captures.
	const older = sheet.data.examples
		.filter(({ captureId }) => !listed.has(captureId))
		.toReversed()
		.map((example) => ({
			captureId: example.captureId,
			at: Date.parse(example.captured_at) / 1000,
			path: example.thumb_path,
			problem: null,
			example,
		}));
	const doubtful = new Set(sheet.data.test?.doubtful);
	if (pictures.length + older.length === 0) {
		return <p className="text-muted">This device has not captured anything yet.</p>;
	}
	const said = (captureId: string, example: Example | null): Side | null => {
		const pending = teach.pending.get(captureId);
		return pending === undefined ? (example?.said ?? null) : pending;
	};
	return (
		<div className="grid gap-4">
			<p role="status" className="min-h-6 font-medium text-pretty tabular-nums">
				{taughtInWords(sheet.data) || 'Mark some pictures: at least 3 yes and 3 no, in different light.'}
			</p>
			{teach.error && <FailureAlert lines={[whyNot(teach.error)]} />}
			{doubtful.size > 0 && (
				<p className="text-small text-pretty text-attention">
					{doubtful.size === 1 ? 'One example does' : `${doubtful.size} examples do`} not fit the others. Look
					whether the mark is right, or mark more pictures like it.
				</p>
			)}
			<ul aria-label="Pictures" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
				{[...pictures, ...older].map(({ captureId, example, ...picture }) => (
					<TeachTile
						key={captureId}
						{...picture}
						said={said(captureId, example)}
						isFromRun={example?.from === 'run'}
						isDoubtful={doubtful.has(captureId)}
						onSay={(next) => teach.mark(captureId, next)}
					/>
				))}
			</ul>
			{captures.hasNextPage && (
				<Button
					className="justify-self-center"
					busy={captures.isFetchingNextPage}
					onClick={() => void captures.fetchNextPage()}
				>
					Show older pictures
				</Button>
			)}
		</div>
	);
}
