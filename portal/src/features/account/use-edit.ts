import { useQueryClient } from '@tanstack/react-query';
import type { Me, User, UserEdit } from '@watchword/contract/account';
import { api } from '../../lib/api.ts';
import { meQuery } from '../../lib/documents.ts';
import { useSubmit } from '../../lib/use-submit.ts';

export const SAVE_FAILED = 'Your changes could not be saved. Please try again.';

/** Saves a part of the user document, and says when it is done. */
export function useEdit(user: User, onSaved: () => void) {
	const client = useQueryClient();
	return useSubmit(async (part: Partial<UserEdit>) => {
		const { name, zone, mail_failures, mail_credits } = user;
		const edit: UserEdit = { name, zone, mail_failures, mail_credits, ...part };
		client.setQueryData(meQuery.queryKey, await api.put<Me>('/api/users/me', edit));
		onSaved();
	});
}
