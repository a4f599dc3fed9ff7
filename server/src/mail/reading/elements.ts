/** The elements of an HTML mail as they open and close. */

/** The attributes of an element. */
export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element with its ancestors and earlier siblings. */
export interface Element {
	tag: string;
	id: string;
	classes: ReadonlySet<string>;
	attributes: Attributes;
	parent: Element | null;
	/** The element before it in the same parent. */
	before: Element | null;
	/** Its position in its parent, from 1: among all elements, and among those with its tag. */
	place: number;
	placeOfTag: number;
	/** All elements of its parent, and those inside it. They are complete if the mail was read before. */
	siblings: Children;
	children: Children;
}

export interface Children {
	elements: Element[];
	/** How many of them have each tag. */
	tags: Map<string, number>;
}

export interface Elements {
	opens(tag: string, attributes: Attributes): Element;
	closes(): void;
}

/**
 * The parser needs time for each element that is open at every tag. Real mails have thousands, because scripts that write reports
 * forget to close <font> and <b> in every line.
 */
const MAX_NESTED = 10_000;

const noChildren = (): Children => ({ elements: [], tags: new Map() });

/** Makes the elements of a mail from its tags. Throws if they are nested too deeply to be read. */
export function buildElements(): Elements & { all: Element[] } {
	const all: Element[] = [];
	const root = noChildren();
	const open: Element[] = [];
	return {
		all,
		opens(tag, attributes) {
			const parent = open.at(-1) ?? null;
			const siblings = parent?.children ?? root;
			const placeOfTag = (siblings.tags.get(tag) ?? 0) + 1;
			const element = {
				tag,
				id: attributes.id ?? '',
				classes: new Set((attributes.class ?? '').split(/\s+/).filter(Boolean)),
				attributes,
				parent,
				before: siblings.elements.at(-1) ?? null,
				place: siblings.elements.length + 1,
				placeOfTag,
				siblings,
				children: noChildren(),
			};
			// Mail programs put these elements into the head, even if there is no head tag.
			if ((parent !== null && parent.tag !== 'html') || !/^(?:head|style|title|meta|link|base)$/.test(tag)) {
				siblings.elements.push(element);
				siblings.tags.set(tag, placeOfTag);
			}
			all.push(element);
			open.push(element);
			if (open.length > MAX_NESTED) throw new Error('its elements are nested too deeply');
			return element;
		},
		closes() {
			open.pop();
		},
	};
}

/** Gives the elements of an earlier reading again, which know what follows them. */
export function repeatElements(all: readonly Element[]): Elements {
	let next = 0;
	return {
		opens: () => all[next++] as Element,
		closes: () => undefined,
	};
}
