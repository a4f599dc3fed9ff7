import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Which sections are open. The one the address names is, and opening one puts it into the address, so that what is
 * in the address bar leads others to what is being read.
 */
export function useOpenSections(ids: readonly string[]) {
	const { hash, key } = useLocation();
	const navigate = useNavigate();
	const named = ids.find((id) => hash === `#${id}`);
	const [open, setOpen] = useState(() => [named ?? ids[0]].filter((id) => id !== undefined));
	/** The one we have put into the address ourselves: it is in sight already, and may be closed again. */
	const own = useRef<string>(null);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the same address may be gone to again.
	useEffect(() => {
		if (named === undefined || named === own.current) return;
		own.current = null;
		setOpen((before) => (before.includes(named) ? before : [...before, named]));
		document.getElementById(named)?.scrollIntoView();
	}, [named, key]);

	function change(now: string[]) {
		const opened = now.find((id) => !open.includes(id));
		setOpen(now);
		if (opened === undefined) return;
		own.current = opened;
		void navigate(`#${opened}`, { replace: true });
	}

	return { open, change };
}
