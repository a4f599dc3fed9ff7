import { useEffect } from 'react';
import { PRODUCT } from './brand.ts';

/** Names the tab. An element rather than a hook, so that a screen's states can each have their own. */
export function PageTitle({ name }: { name: string }) {
	useEffect(() => {
		document.title = `${name} · ${PRODUCT}`;
	}, [name]);
	return null;
}
