import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Section = { id: string; topics?: readonly string[] };

/**
 * Which sections are open. The section that the address names, directly or by one of its topics, is open. Opening a
 * section puts it into the address, so that the address can be shared. The entry of the history keeps all that are open,
 * so that Back leads to a page of the same height.
 */
export function useOpenSections(sections: readonly Section[]) {
	const { hash, key, state } = useLocation();
	const navigate = useNavigate();
	const place = hash.slice(1);
	const named = sections.find(({ id, topics }) => id === place || topics?.includes(place))?.id;
	const kept = (state as { open?: string[] } | null)?.open;
	const [open, setOpen] = useState(() => kept ?? [named ?? sections[0]?.id].filter((id) => id !== undefined));
	/** The section that we put into the address ourselves. It is already visible and may be closed again. */
	const own = useRef(kept ? place : null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be gone to again.
	useEffect(() => {
		if (named === undefined || place === own.current) return;
		own.current = null;
		setOpen((before) => (before.includes(named) ? before : [...before, named]));
		document.getElementById(place)?.scrollIntoView();
	}, [named, place, key]);

	function change(now: string[]) {
		const opened = now.find((id) => !open.includes(id));
		setOpen(now);
		own.current = opened ?? place;
		void navigate({ hash: own.current }, { replace: true, state: { open: now } });
	}

	return { open, change };
}
