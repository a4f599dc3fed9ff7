import { useEffect } from 'react';
import { PRODUCT } from './brand.ts';

/** Sets the title of the tab. An element rather than a hook, so that each state of a screen can have its own. */
export function PageTitle({ name }: { name: string }) {
	useEffect(() => {
		document.title = `${name} · ${PRODUCT}`;
	}, [name]);
	return null;
}
