import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet } from 'react-router';
import { SessionProvider } from '../lib/session.tsx';
import { NotFound } from './not-found.tsx';
import { Root } from './root.tsx';
import { ScreenError } from './screen-error.tsx';
import { screens } from './screens.ts';
import { Shell } from './shell.tsx';
import { Splash, Unreachable } from './start-up.tsx';
import { VisitorsOnly } from './visitors-only.tsx';

/** A screen that breaks says so in its own place: the bar and the sidebar around it keep working. */
const errorElement = <ScreenError />;

/** A screen with code of its own. Where that cannot be fetched the router would show nothing at all: it breaks like others. */
const screen = (load: () => Promise<{ Component: ComponentType }>) => ({
	errorElement,
	lazy: () =>
		load().catch((error: unknown) => ({
			Component: () => {
				throw error;
			},
		})),
});

export const createRouter = () =>
	createBrowserRouter([
		{
			element: <Root />,
			errorElement,
			hydrateFallbackElement: <Splash />,
			children: [
				{
					// It looks the same to everyone: nothing here waits for a session. Visitors get it as HTML, see build.ts.
					index: true,
					...screen(async () => ({ Component: (await import('../features/landing/page.tsx')).LandingPage })),
				},
				{
					// A camera has no account: nothing here waits for a session.
					path: 'camera',
					...screen(async () => ({ Component: (await import('../features/camera/page.tsx')).CameraPage })),
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
									path: 'signin',
									...screen(async () => ({
										Component: (await import('../features/sign-in/page.tsx')).SignInPage,
									})),
								},
								{
									path: 'resetpassword',
									...screen(async () => ({
										Component: (await import('../features/sign-in/reset-page.tsx')).ResetPage,
									})),
								},
							],
						},
						{
							path: 'resetpassword/confirm',
							...screen(async () => ({
								Component: (await import('../features/sign-in/confirm-page.tsx')).ConfirmPage,
							})),
						},
						{
							path: 'app',
							element: <Shell />,
							children: [
								{ index: true, element: <Navigate to="/app/dashboard" replace /> },
								{ path: 'dashboard', ...screen(screens.dashboard.load) },
								{ path: 'devices', ...screen(screens.devices.load) },
								// One route for both, so that choosing another automation keeps the list in place.
								{ path: 'automations/:slug?', ...screen(screens.automations.load) },
								{ path: 'runs', ...screen(screens.runs.load) },
								{ path: 'billing', ...screen(screens.billing.load) },
								{
									path: 'billing/receipts/:id',
									...screen(async () => ({
										Component: (await import('../features/billing/receipt-page.tsx')).ReceiptPage,
									})),
								},
								{
									path: 'paymentsuccess',
									...screen(async () => ({
										Component: (await import('../features/billing/payment-success-page.tsx'))
											.PaymentSuccessPage,
									})),
								},
								{ path: 'account', ...screen(screens.account.load) },
								{ path: 'help', ...screen(screens.help.load) },
								{ path: '*', element: <NotFound to="/app/dashboard" label="Go to the dashboard" /> },
							],
						},
						{ path: '*', element: <NotFound to="/" label="Go to the start page" /> },
					],
				},
			],
		},
	]);
