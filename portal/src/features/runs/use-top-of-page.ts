import { useEffect } from 'react';
import { useNavigationType } from 'react-router';

/** Shows what a link on this screen led to, which is at the top. The back button keeps the place it goes back to. */
export function useTopOfPage(id: string) {
	const comesBack = useNavigationType() === 'POP';
	useEffect(() => {
		if (id && !comesBack) window.scrollTo(0, 0);
	}, [id, comesBack]);
}
