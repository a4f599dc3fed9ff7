import { useEffect, useEffectEvent, useState } from 'react';
import { inputClasses } from './field.tsx';

/** Waits for a pause in typing before the search is applied. */
const TYPING_MS = 250;

type Props = { label: string; placeholder: string; value: string; onChange(value: string): void };

/** A search that the server answers. It is applied when the customer pauses. */
export function TypedSearch({ label, placeholder, value, onChange }: Props) {
	const [text, setText] = useState(value);
	const [applied, setApplied] = useState(value);
	/** Searches that are not applied yet: the address changes in a transition, while the customer continues to type. */
	const [sent, setSent] = useState<string[]>([]);
	if (value !== applied) {
		setApplied(value);
		const isOwn = sent.includes(value);
		setSent(isOwn ? sent.slice(sent.indexOf(value) + 1) : []);
		// The back button or a link changed the search text.
		if (!isOwn) setText(value);
	}
	const apply = useEffectEvent(() => {
		const search = text.trim();
		if (search === (sent.at(-1) ?? value)) return;
		setSent([...sent, search]);
		onChange(search);
	});
	useEffect(() => {
		if (text === '') return apply();
		const timer = setTimeout(() => apply(), TYPING_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<input
			type="search"
			aria-label={label}
			placeholder={placeholder}
			maxLength={200}
			value={text}
			onChange={(event) => setText(event.target.value)}
			className={inputClasses(false, 'text-ellipsis')}
		/>
	);
}
