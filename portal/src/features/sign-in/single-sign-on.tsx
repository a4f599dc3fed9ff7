import { useLocation, useSearchParams } from 'react-router';
import { wantedPath } from '../../lib/wanted-path.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/failure-alert.tsx';
import { ssoProblem } from './sso-problems.ts';

type Props = { provider: string };

/** A link, because it leaves the portal: the server sends the browser to the provider, and back to the wanted screen. */
export function SingleSignOn({ provider }: Props) {
	const wanted = wantedPath(useLocation().state);
	return (
		<a
			href={`/api/auth/sso${wanted ? `?to=${encodeURIComponent(wanted)}` : ''}`}
			className={buttonClasses('secondary', 'w-full')}
		>
			<span className="truncate">Sign in with {provider}</span>
		</a>
	);
}

/** Why the customer is back here without being signed in. */
export function SsoProblemAlert({ provider }: Props) {
	const [params] = useSearchParams();
	const problem = ssoProblem(params.get('problem'), provider);
	return problem && <FailureAlert lines={[problem]} />;
}
