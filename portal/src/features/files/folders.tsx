import type { SavedFolder } from '@watchword/contract/saved';
import { Files, Folder } from 'lucide-react';
import { memo, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { sizeInWords } from '../../lib/size.ts';
import { classes } from '../../ui/classes.ts';
import { MANY, matches, SearchField } from '../../ui/search-field.tsx';

type Props = { folders: SavedFolder[]; chosen: string | null; all: string };

export function Folders({ folders, chosen, all }: Props) {
	const [search, setSearch] = useState('');
	// Typing shows at once; many folders follow.
	const asked = useDeferredValue(search);
	return (
		<nav aria-label="Folders" className="grid gap-2">
			{folders.length > MANY && <SearchField label="Search folders" value={search} onChange={setSearch} />}
			<Lines folders={folders} chosen={chosen} all={all} search={asked} />
		</nav>
	);
}

const Lines = memo(({ folders, chosen, all, search }: Props & { search: string }) => {
	const shown = folders.filter(({ name }) => matches(name, search));
	const results = folders.reduce((sum, folder) => sum + folder.results, 0);
	const bytes = folders.reduce((sum, folder) => sum + folder.bytes, 0);
	return (
		<>
			<ul className="grid gap-0.5">
				<Line
					id={all}
					isChosen={chosen === all}
					icon={Files}
					name="All files"
					results={results}
					bytes={bytes}
				/>
				{shown.map(({ id, name, deleted, results, bytes }) => (
					<Line
						key={id}
						id={id}
						isChosen={chosen === id}
						icon={Folder}
						name={nameOf({ name, deleted })}
						results={results}
						bytes={bytes}
					/>
				))}
			</ul>
			{shown.length === 0 && (
				<p role="status" className="px-3 text-small text-muted">
					No folder is called that.
				</p>
			)}
		</>
	);
});

export const nameOf = ({ name, deleted }: Pick<SavedFolder, 'name' | 'deleted'>) =>
	`${name.trim() || 'Automation without a name'}${deleted ? ' (deleted)' : ''}`;

let counted: Intl.NumberFormat | undefined;

export function countOf(results: number): string {
	// Created once: there may be a thousand folders with a number each.
	counted ??= new Intl.NumberFormat();
	return `${counted.format(results)} ${results === 1 ? 'result' : 'results'}`;
}

type LineProps = {
	id: string;
	isChosen: boolean;
	icon: typeof Folder;
	name: string;
	results: number;
	bytes: number;
};

/**
 * Laid out and painted only when near the view: there may be a thousand. Nothing is painted outside its edge, so the focus ring
 * needs room inside.
 */
const OUT_OF_SIGHT = '-m-1 p-1 [contain-intrinsic-height:auto_3.75rem] [content-visibility:auto]';

const Line = memo(({ id, isChosen, icon: Icon, name, results, bytes }: LineProps) => (
	<li className={OUT_OF_SIGHT}>
		<Link
			to={`/app/files?folder=${id}`}
			title={name}
			aria-current={isChosen || undefined}
			className={classes(
				'flex min-w-0 items-center gap-2.5 rounded-control px-3 py-2 transition-colors',
				isChosen ? 'lg:bg-sunken lg:font-medium' : 'hover:bg-sunken',
			)}
		>
			<Icon aria-hidden className="size-4.5 shrink-0 text-muted" strokeWidth={1.75} />
			<span className="grid min-w-0">
				<span className="truncate">{name}</span>
				<span className="text-small font-normal text-muted tabular-nums">
					{countOf(results)}, {sizeInWords(bytes)}
				</span>
			</span>
		</Link>
	</li>
));
