import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { wantedPath } from '../lib/wanted-path.ts';

/** Whoever signs in begins at /app, unless a link named one thing: the run of a mail, or an automation. */
export function VisitorsOnly() {
	const wanted = wantedPath(useLocation().state) ?? '';
	const to = /[?#]|^\/app\/\w+\/\w/.test(wanted) ? wanted : '/app';
	return useSession().userLoggedIn ? <Navigate to={to} replace /> : <Outlet />;
}
