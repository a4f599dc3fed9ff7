import { PATHS } from '@watchword/contract/paths';
import { createBrowserRouter, Navigate, Outlet, type RouteObject } from 'react-router';
import { SessionProvider } from '../lib/session.tsx';
import { NotFound } from './not-found.tsx';
import { Root } from './root.tsx';
import { ScreenError } from './screen-error.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell.tsx';
import { Splash, Unreachable } from './start-up.tsx';
import { type LoadScreen, lazyScreen } from './unfetched-screen.tsx';
import { VisitorsOnly } from './visitors-only.tsx';

/** When a screen fails, only its own area shows the error. The bar and the sidebar keep working. */
const errorElement = <ScreenError />;

const screenRoute = (load: LoadScreen) => ({ errorElement, lazy: lazyScreen(load) });

export const routes = (): RouteObject[] => [
	{
		element: <Root />,
		errorElement,
		hydrateFallbackElement: <Splash />,
		children: [
			{
				// It is the same for everyone, so it does not wait for the session. Visitors get it as HTML, see build.ts.
				index: true,
				...screenRoute(async () => ({
					Component: (await import('../features/landing/page.tsx')).LandingPage,
				})),
			},
			{
				// A camera has no account, so it does not wait for the session.
				path: PATHS.camera,
				...screenRoute(async () => ({
					Component: (await import('../features/camera/page.tsx')).CameraPage,
				})),
			},
			{
				// The operator has a session of their own.
				path: PATHS.operator,
				...screenRoute(async () => ({
					Component: (await import('../features/operator/page.tsx')).OperatorPage,
				})),
			},
			{
				element: (
					<SessionProvider pending={<Splash />} failed={(retry) => <Unreachable retry={retry} />}>
						<Outlet />
					</SessionProvider>
				),
				children: [
					{
						element: <VisitorsOnly />,
						children: [
							{
								path: PATHS.signIn,
								...screenRoute(async () => ({
									Component: (await import('../features/sign-in/page.tsx')).SignInPage,
								})),
							},
							{
								path: PATHS.reset,
								...screenRoute(async () => ({
									Component: (await import('../features/sign-in/reset-page.tsx')).ResetPage,
								})),
							},
						],
					},
					{
						path: PATHS.resetConfirm,
						...screenRoute(async () => ({
							Component: (await import('../features/sign-in/confirm-page.tsx')).ConfirmPage,
						})),
					},
					{
						path: PATHS.app,
						element: <Shell />,
						children: [
							{ index: true, element: <Navigate to={PATHS.dashboard} replace /> },
							{ path: PATHS.dashboard, ...screenRoute(screens.dashboard.load) },
							{ path: PATHS.devices, ...screenRoute(screens.devices.load) },
							// One route for both, so that choosing another automation keeps the list in place.
							{ path: PATHS.automations, ...screenRoute(screens.automations.load) },
							{ path: PATHS.runs, ...screenRoute(screens.runs.load) },
							{ path: PATHS.billing, ...screenRoute(screens.billing.load) },
							{
								path: PATHS.receipt,
								...screenRoute(async () => ({
									Component: (await import('../features/billing/receipt-page.tsx')).ReceiptPage,
								})),
							},
							{
								path: PATHS.paymentSuccess,
								...screenRoute(async () => ({
									Component: (await import('../features/billing/payment-success-page.tsx'))
										.PaymentSuccessPage,
								})),
							},
							{ path: PATHS.account, ...screenRoute(screens.account.load) },
							{ path: PATHS.help, ...screenRoute(screens.help.load) },
							{ path: PATHS.files, ...screenRoute(screens.files.load) },
							{ path: '*', element: <NotFound to="/app/dashboard" label="Go to the dashboard" /> },
						],
					},
					{ path: '*', element: <NotFound to="/" label="Go to the start page" /> },
				],
			},
		],
	},
];

export const createRouter = () => createBrowserRouter(routes());
