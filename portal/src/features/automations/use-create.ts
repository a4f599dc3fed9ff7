import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import { type NavigateOptions, useNavigate } from 'react-router';
import { type ApiError, call } from '../../lib/api.ts';
import {
	automationQuery,
	automationsQuery,
	meQuery,
	portalQuery,
	prefetchForEditor,
} from '../../lib/documents.ts';
import { currentLocalClock } from '../../lib/time.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { startFrom, type Template } from './templates/templates.ts';

/** The customer's values for templates. */
export function useFilling() {
	const { data: me } = useQuery(meQuery);
	const email = me?.account.email ?? null;
	// The one that was added last.
	const device = me?.details?.devices.at(-1) ?? null;
	const sendsMail = useQuery(portalQuery).data?.sendsMail ?? true;
	return {
		email,
		device,
		startFrom: (of: Template | null) =>
			startFrom(of, { clock: currentLocalClock(), email, device, sendsMail }),
	};
}

/** The server's message for an account with the most automations allowed; null for another failure. */
export const tooMany = (failure: ApiError | null) =>
	failure?.code === 'resource-exhausted' ? failure.message : null;

export const creationFailure = (failure: ApiError) =>
	tooMany(failure) ?? 'The automation could not be created. Please try again.';

/** Opens a newly created automation after the lists have it. */
export function useOpenMade() {
	const client = useQueryClient();
	const navigate = useNavigate();
	return async (made: Automation, options?: NavigateOptions) => {
		client.setQueryData(automationQuery(made.id).queryKey, made);
		void client.invalidateQueries({ ...automationsQuery, exact: true });
		void client.invalidateQueries(meQuery);
		await navigate(`/app/automations/${made.id}`, options);
	};
}

/** The screen has only one, so that one automation is created at a time, whatever is pressed. */
export type Creation = ReturnType<typeof useCreate>;

/** A new automation waits at most this long for slow documents. */
const LONGEST_WAIT_MS = 1000;

/** Creates an automation, from a template or with the defaults, and opens it. */
export function useCreate() {
	const client = useQueryClient();
	const open = useOpenMade();
	const filling = useFilling();
	const { submit, submitting, failure } = useSubmit(async (template: Template | null) => {
		const documents = Promise.all(prefetchForEditor(client));
		const made = await call('POST /api/automations', { body: filling.startFrom(template) });
		await Promise.race([documents, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
		await open(made, { replace: true });
	});
	return {
		create: (template: Template | null) => void submit(template),
		creating: submitting,
		failure,
	};
}
