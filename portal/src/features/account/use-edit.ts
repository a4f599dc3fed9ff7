import { useQueryClient } from '@tanstack/react-query';
import type { User, UserEdit } from '@watchword/contract/account';
import { call } from '../../lib/api.ts';
import { meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';

export const SAVE_FAILED = 'Your changes could not be saved. Please try again.';

/** Saves a part of the user document. */
export function useEdit(user: User) {
	const client = useQueryClient();
	return useSubmit(async (part: Partial<UserEdit>) => {
		const { name, zone, mail_failures, mail_credits } = user;
		const edit: UserEdit = { name, zone, mail_failures, mail_credits, ...part };
		client.setQueryData(meQuery.queryKey, await call('PUT /api/users/me', { body: edit }));
	});
}
