import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Creation } from '../use-create.ts';

/** Set in the navigation state after '+' was pressed. */
type Asked = { create?: true } | null;

/** '+': creates an automation with the defaults at once. */
export function NewButton({ creation: { create, creating } }: { creation: Creation }) {
	const navigate = useNavigate();

	// Go to the list first, so that an open editor can ask about unsaved edits before anything is created.
	const ask = () => void navigate('/app/automations', { state: { create: true } });
	// Going back to an entry that asked must not create another.
	const asked = useLocation().state as Asked;
	const isAsked = useNavigationType() === 'PUSH' && asked?.create === true;
	const make = useEffectEvent(() => {
		// Clear the state at once, so that a reload does not create another.
		void navigate('/app/automations', { replace: true, state: null });
		create(null);
	});
	useEffect(() => {
		if (isAsked) make();
	}, [isAsked]);

	return (
		<button
			type="button"
			data-tour="automation-new"
			aria-disabled={creating}
			// A double click asks once, also when the first automation is there before its second half.
			onClick={({ detail }) => detail < 2 && !creating && ask()}
			className="grid size-11 place-items-center rounded-control bg-accent text-lead leading-none font-medium text-on-accent shadow-card transition-colors hover:bg-accent-hover"
		>
			{creating ? <Spinner /> : '+'}
			<span className="sr-only"> New automation</span>
		</button>
	);
}
