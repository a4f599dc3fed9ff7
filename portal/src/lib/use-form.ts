import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSubmit } from './use-submit.ts';

/**
 * A form that sends nothing while one of its fields has a problem. `shown` has the problems from the first attempt to submit
 * until a success, and the first field that has one gets the focus.
 */
export function useForm<P extends { [field in keyof P]?: string | undefined }>(
	problems: P,
	send: () => Promise<void>,
) {
	const none: Partial<P> = {};
	const [tried, setTried] = useState(false);
	const { submit, submitting, done, failure } = useSubmit(async () => {
		await send();
		setTried(false);
	});
	const hasProblem = Object.values(problems).some(Boolean);

	function onSubmit(event: SubmitEvent<HTMLFormElement>) {
		event.preventDefault();
		// Fields say that they are invalid once their problems are drawn.
		flushSync(() => setTried(true));
		if (!hasProblem) return void submit();
		event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
	}

	return {
		onSubmit,
		shown: tried ? problems : none,
		submitting,
		done: done && !tried,
		failure: tried && hasProblem ? null : failure,
		/** Shows no problems until the next attempt. */
		reset: () => setTried(false),
	};
}
