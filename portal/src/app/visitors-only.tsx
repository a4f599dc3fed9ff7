import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../lib/session.tsx';
import { wantedPath } from '../lib/wanted-path.ts';

export function VisitorsOnly() {
	const { state } = useLocation();
	return useSession().userLoggedIn ? <Navigate to={wantedPath(state) ?? '/app'} replace /> : <Outlet />;
}
