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
					errorElement,
					lazy: async () => ({ Component: (await import('../features/landing/page.tsx')).LandingPage }),
				},
				{
					// A camera has no account: nothing here waits for a session.
					path: 'camera',
					errorElement,
					lazy: async () => ({ Component: (await import('../features/camera/page.tsx')).CameraPage }),
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
									errorElement,
									lazy: async () => ({
										Component: (await import('../features/sign-in/page.tsx')).SignInPage,
									}),
								},
								{
									path: 'resetpassword',
									errorElement,
									lazy: async () => ({
										Component: (await import('../features/sign-in/reset-page.tsx')).ResetPage,
									}),
								},
							],
						},
						{
							path: 'resetpassword/confirm',
							errorElement,
							lazy: async () => ({
								Component: (await import('../features/sign-in/confirm-page.tsx')).ConfirmPage,
							}),
						},
						{
							path: 'app',
							element: <Shell />,
							children: [
								{ index: true, element: <Navigate to="/app/dashboard" replace /> },
								{ path: 'dashboard', errorElement, lazy: screens.dashboard.load },
								{ path: 'devices', errorElement, lazy: screens.devices.load },
								// One route for both, so that choosing another automation keeps the list in place.
								{ path: 'automations/:slug?', errorElement, lazy: screens.automations.load },
								{ path: 'runs', errorElement, lazy: screens.runs.load },
								{ path: 'billing', errorElement, lazy: screens.billing.load },
								{
									path: 'billing/receipts/:id',
									errorElement,
									lazy: async () => ({
										Component: (await import('../features/billing/receipt-page.tsx')).ReceiptPage,
									}),
								},
								{
									path: 'paymentsuccess',
									errorElement,
									lazy: async () => ({
										Component: (await import('../features/billing/payment-success-page.tsx'))
											.PaymentSuccessPage,
									}),
								},
								{ path: 'account', errorElement, lazy: screens.account.load },
								{ path: 'help', errorElement, lazy: screens.help.load },
								{ path: '*', element: <NotFound to="/app/dashboard" label="Go to the dashboard" /> },
							],
						},
						{ path: '*', element: <NotFound to="/" label="Go to the start page" /> },
					],
				},
			],
		},
	]);
