import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { wantedPath } from '../lib/wanted-path.ts';

/** After signing in, customers start at /app, unless they followed a link to something else, such as a run or an automation. */
export function VisitorsOnly() {
	const wanted = wantedPath(useLocation().state) ?? '';
	const to = /[?#]|^\/app\/\w+\/\w/.test(wanted) ? wanted : '/app';
	return useSession().userLoggedIn ? <Navigate to={to} replace /> : <Outlet />;
}
