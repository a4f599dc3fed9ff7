import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Which sections are open. The one the address names is, and opening one puts it into the address, so that what is
 * in the address bar leads others to what is being read.
 */
export function useOpenSections(ids: readonly string[]) {
	const { hash } = useLocation();
	const navigate = useNavigate();
	const named = ids.find((id) => hash === `#${id}`);
	const [open, setOpen] = useState(() => [named ?? ids[0]].filter((id) => id !== undefined));
	/** The one whose name we have put into the address ourselves: it is in sight already. */
	const [own, setOwn] = useState<string>();

	useEffect(() => {
		if (named === undefined || named === own) return;
		setOpen((before) => (before.includes(named) ? before : [...before, named]));
		document.getElementById(named)?.scrollIntoView();
	}, [named, own]);

	function change(now: string[]) {
		const opened = now.find((id) => !open.includes(id));
		setOpen(now);
		setOwn(opened);
		if (opened !== undefined) void navigate(`#${opened}`, { replace: true });
	}

	return { open, change };
}
