import { useQuery } from '@tanstack/react-query';
import { ChevronDown, LogOut, UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { meQuery } from '../lib/documents.ts';
import { signOut, useSession } from '../lib/session.tsx';
import { Menu } from '../ui/menu.tsx';

export function UserMenu({ onSignOutFailed }: { onSignOutFailed: (failed: boolean) => void }) {
	const { currentUserDetails, refresh } = useSession();
	const email = useQuery(meQuery).data?.account.email ?? '';
	const navigate = useNavigate();
	const name = currentUserDetails?.name || email;

	async function leave() {
		onSignOutFailed(false);
		try {
			await signOut();
			await refresh();
			await navigate('/', { replace: true });
		} catch (error) {
			console.error(error);
			onSignOutFailed(true);
		}
	}

	return (
		<Menu
			label="Account"
			heading={
				<>
					<span className="block truncate font-medium">{name}</span>
					<span className="block truncate text-small text-muted">{email}</span>
				</>
			}
			items={[
				{ icon: UserRound, label: 'Account', onSelect: () => void navigate('/app/account') },
				{ icon: LogOut, label: 'Sign out', onSelect: () => void leave() },
			]}
		>
			<span
				aria-hidden
				className="grid size-8 place-items-center rounded-full bg-accent-soft text-small font-semibold text-accent"
			>
				{initials(name)}
			</span>
			<span className="sr-only">Account menu of</span>
			<span className="max-w-40 truncate text-small font-medium max-sm:sr-only">{name}</span>
			<ChevronDown aria-hidden className="size-4 text-muted" />
		</Menu>
	);
}

const initials = (name: string) =>
	name
		.split(/\s+/)
		.slice(0, 2)
		.map((word) => [...word][0] ?? '')
		.join('')
		.toUpperCase();
