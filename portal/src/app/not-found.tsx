import { Link } from 'react-router';
import { PageTitle } from '../lib/page-title.tsx';
import { LogoMark } from '../product/logo.tsx';
import { buttonClasses } from '../ui/button.tsx';

type Props = { to: string; label: string };

/** Inside the shell it is in the shell's main element; outside it is the whole page. */
export function NotFound({ to, label }: Props) {
	const inside = to.startsWith('/app');
	const Frame = inside ? 'div' : 'main';
	return (
		<Frame
			className={`grid place-content-center justify-items-center gap-6 p-6 text-center ${inside ? 'py-24' : 'min-h-dvh'}`}
		>
			<PageTitle name="Not found" />
			<LogoMark className="size-12 opacity-90" />
			<div className="grid gap-2">
				<h1 tabIndex={-1} data-page-heading className="text-title font-semibold">
					There's nothing here: 404!
				</h1>
				<p className="text-muted">The address may be mistyped, or the page has moved.</p>
			</div>
			<Link to={to} className={buttonClasses('secondary')}>
				{label}
			</Link>
		</Frame>
	);
}
