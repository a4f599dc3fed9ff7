import { useEffect } from 'react';
import { useNavigationType } from 'react-router';

/** Scrolls to the top after a link on this screen. The back button restores its own position. */
export function useTopOfPage(id: string) {
	const comesBack = useNavigationType() === 'POP';
	useEffect(() => {
		if (id && !comesBack) window.scrollTo(0, 0);
	}, [id, comesBack]);
}
