import {
	type ComponentType,
	type Dispatch,
	memo,
	type SetStateAction,
	useDeferredValue,
	useState,
} from 'react';
import type { Editor } from './use-editor.ts';

/** The last changed sections, the latest first. */
type Used = unknown[];
type Given = { editor: Editor; setUsed: Dispatch<SetStateAction<Used>> };

/** A section of the form that renders again only with new props, and reports when something in it changes. */
export function partOf<Props extends { editor: Editor }>(Section: ComponentType<Props>) {
	const Part = memo(({ setUsed, ...props }: Props & Given) => {
		const { editor } = props;
		const change: Editor['change'] = (changes) => {
			setUsed((used) => (used[0] === Part ? used : [Part, used[0]]));
			editor.change(changes);
		};
		return <Section {...(props as unknown as Props)} editor={{ ...editor, change }} />;
	});
	return Part;
}

/**
 * Updates the sections in use at once, and the others later, so that typing does not wait for all of them. The previously used
 * one is also updated at once, because its own last change may not have reached it yet.
 */
export function useParts(editor: Editor) {
	const [used, setUsed] = useState<Used>([]);
	const later = useDeferredValue(editor);
	// The first field with a problem must be able to take the focus at once.
	const others = Object.keys(editor.problems).length > 0 ? editor : later;
	return {
		given: (part: unknown): Given => ({ editor: used.includes(part) ? editor : others, setUsed }),
		/** Discards the changes. No section counts as in use, so that the click does not wait for any of them. */
		discard(): void {
			setUsed([]);
			editor.discard();
		},
	};
}
