import { useEffect, useEffectEvent, useState } from 'react';
import { inputClasses } from './field.tsx';

/** Waits for a pause in typing before the search is applied. */
const TYPING_MS = 250;

type Props = { label: string; placeholder: string; value: string; onChange(value: string): void };

/** A search that the server answers. It is applied when the customer pauses. */
export function TypedSearch({ label, placeholder, value, onChange }: Props) {
	const [text, setText] = useState(value);
	const [applied, setApplied] = useState(value);
	// The back button or a link changed the search text.
	if (value !== applied) {
		setApplied(value);
		if (value !== text.trim()) setText(value);
	}
	const apply = useEffectEvent(() => {
		if (text.trim() === value) return;
		setApplied(text.trim());
		onChange(text.trim());
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
			className={inputClasses(false)}
		/>
	);
}
