import { useState } from 'react';
import { LogoMark } from '../../product/logo.tsx';
import { Button } from '../../ui/button.tsx';

/** The camera's name, and a button to leave, which asks for confirmation. */
export function Bar({ name, onUnpair }: { name: string; onUnpair: () => void }) {
	const [asking, setAsking] = useState(false);
	const small = 'px-3 text-small';
	return (
		<header className="flex items-center gap-3 lg:col-span-2">
			<LogoMark className="size-7 shrink-0" />
			<h1 tabIndex={-1} data-page-heading className="min-w-0 flex-1 truncate font-semibold">
				{name}
			</h1>
			{asking ? (
				<>
					<Button look="quiet" className={small} onClick={() => setAsking(false)}>
						Keep
					</Button>
					<Button autoFocus className={small} onClick={onUnpair}>
						Yes, unpair
					</Button>
				</>
			) : (
				<Button look="quiet" className={small} onClick={() => setAsking(true)}>
					Unpair
				</Button>
			)}
		</header>
	);
}
