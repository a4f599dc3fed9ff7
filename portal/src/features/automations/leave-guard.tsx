import { useRef } from 'react';
import { useBlocker, useLocation } from 'react-router';
import { Confirm } from '../../ui/confirm.tsx';

type Props = { name: string; changed: boolean };

/** Asks before the customer leaves unsaved edits. They are kept as a draft in any case. */
export function useLeaveGuard({ name, changed }: Props) {
	/** Set when leaving is part of an action, such as deleting. */
	const free = useRef(false);
	const here = useLocation().pathname;
	// After navigating, this screen may still be fading out, but there is nothing left to guard.
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			changed && !free.current && currentLocation.pathname === here && nextLocation.pathname !== here,
	);
	const guard = (
		<Confirm
			open={blocker.state === 'blocked'}
			title="Leave without saving?"
			confirmLabel="Leave"
			cancelLabel="Keep editing"
			onCancel={() => blocker.reset?.()}
			onConfirm={() => blocker.proceed?.()}
		>
			Your changes to “{name}” are not saved. They stay on this device and are offered to you when you come
			back.
		</Confirm>
	);
	return {
		guard,
		letGo: () => {
			free.current = true;
		},
		hold: () => {
			free.current = false;
		},
	};
}
