import { Search } from 'lucide-react';
import { inputClasses } from './field.tsx';

/** Lists longer than this get a search field. */
export const MANY = 8;

type Props = { label: string; value: string; onChange: (value: string) => void };

export const SearchField = ({ label, value, onChange }: Props) => (
	<div className="relative">
		<Search
			aria-hidden
			className="pointer-events-none absolute top-3.5 left-3 size-4.5 text-muted"
			strokeWidth={1.75}
		/>
		<input
			type="search"
			aria-label={label}
			placeholder="Search"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			className={inputClasses(false, 'pl-10')}
		/>
	</div>
);

/** Whether a text contains every searched word, in any order. */
export function matches(text: string, search: string): boolean {
	const lower = text.toLocaleLowerCase();
	return search
		.toLocaleLowerCase()
		.split(/\s+/)
		.every((word) => lower.includes(word));
}
