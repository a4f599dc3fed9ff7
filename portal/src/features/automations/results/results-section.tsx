import { EXAMPLE_AUTOMATION } from '@watchword/contract/constants';
import { Suspense } from 'react';
import { fetched } from '../../../ui/later.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Section } from '../sections/section.tsx';
import type { Editor } from '../use-editor.ts';

const ResultsTable = fetched(async () => (await import('./results-table.tsx')).default);

/** The table of results. Shown as soon as the saved automation has fields. */
export function ResultsSection({ editor: { base } }: { editor: Editor }) {
	if (base._fields.length === 0 || base.id === EXAMPLE_AUTOMATION) return null;
	return (
		<Section title="Results">
			<Suspense
				fallback={
					<Loading text="Loading...">
						<Skeleton className="h-40" />
					</Loading>
				}
			>
				<ResultsTable automationId={base.id} fields={base._fields} />
			</Suspense>
		</Section>
	);
}
