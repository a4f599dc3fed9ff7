import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session.tsx';

export const VisitorsOnly = () => (useSession().userLoggedIn ? <Navigate to="/app" replace /> : <Outlet />);
