import {
	type ComponentType,
	type Dispatch,
	memo,
	type SetStateAction,
	useDeferredValue,
	useState,
} from 'react';
import type { Editor } from './use-editor.ts';

/** Those in which something was changed last, the latest first. */
type Used = unknown[];
type Given = { editor: Editor; setUsed: Dispatch<SetStateAction<Used>> };

/** A section of the form that is drawn again only when it is given something else, and says when something is changed in it. */
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
 * Gives a change to the sections in use at once, and to the others when there is time: a key or a choice does not wait for all of
 * them. The one used before stays with it, because it may not have been given its own last change yet.
 */
export function useParts(editor: Editor) {
	const [used, setUsed] = useState<Used>([]);
	const later = useDeferredValue(editor);
	// The first field with a problem takes the focus at once.
	const others = Object.keys(editor.problems).length > 0 ? editor : later;
	return {
		given: (part: unknown): Given => ({ editor: used.includes(part) ? editor : others, setUsed }),
		/** Discards the changes. No section is in use any more, so that the press does not wait for any of them. */
		discard(): void {
			setUsed([]);
			editor.discard();
		},
	};
}
