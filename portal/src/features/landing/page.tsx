import { useQuery } from '@tanstack/react-query';
import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { PRODUCT } from '../../lib/brand.ts';
import { meQuery, portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Logo } from '../../product/logo.tsx';
import { useSells } from '../../product/use-sells.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { ExampleRun } from './example-run.tsx';
import { Steps } from './steps.tsx';

const WIDTH = 'mx-auto w-full max-w-6xl px-5 sm:px-8';

export function LandingPage() {
	// The page does not wait for the session: it is readable before any script has run.
	const userLoggedIn = Boolean(useQuery(meQuery).data);
	const sells = useSells();
	// What a visitor wanted to open, for the sign-in screen.
	const { state } = useLocation();
	const way = userLoggedIn ? { to: '/app', label: 'Open portal' } : { to: '/signin', label: 'Sign in' };

	return (
		<div className="flex min-h-dvh flex-col overflow-x-clip">
			<PageTitle name="Say what to watch for" />
			<header className={`${WIDTH} flex items-center justify-between py-5`}>
				<Logo name={PRODUCT} />
				<Link to={way.to} state={state} className={buttonClasses('secondary')}>
					{way.label}
				</Link>
			</header>

			<main className="grow">
				<section className={`${WIDTH} grid items-center gap-14 py-14 lg:grid-cols-[1.1fr_1fr] lg:py-24`}>
					<div className="grid justify-items-start gap-7">
						<h1 tabIndex={-1} data-page-heading className="text-display font-semibold text-balance">
							<span className="block">Say what to watch for.</span>{' '}
							<span className="block">Hear when it happens.</span>
						</h1>
						<p className="max-w-xl text-lead text-pretty text-muted">
							{PRODUCT} looks at what your camera sees, reads the email that comes in, or wakes at the time
							you set. It decides by a prompt in your own words, and writes to you.
						</p>
						<div className="flex flex-wrap gap-3">
							<Link to={way.to} state={state} className={buttonClasses('primary')}>
								{userLoggedIn ? 'Open portal' : 'Sign in to your portal'}
							</Link>
							<a href="#how" className={buttonClasses('quiet')}>
								How it works
							</a>
						</div>
					</div>
					<ExampleRun />
				</section>

				<section id="how" aria-labelledby="how-title" className="border-y border-line bg-surface">
					<div className={`${WIDTH} grid gap-12 py-16 lg:py-24`}>
						<h2 id="how-title" className="text-title font-semibold">
							Something happens, your prompt decides, you get the mail.
						</h2>
						<Steps />
					</div>
				</section>

				<section aria-labelledby="whom-title" className={`${WIDTH} grid gap-10 py-16 lg:py-24`}>
					<h2 id="whom-title" className="text-title font-semibold">
						For anyone who would rather be told than look.
					</h2>
					<div className="grid gap-10 lg:grid-cols-3">
						<Merit title="At home">
							Someone on the porch, a truck in the drive, the dog out on its own. An old phone on the
							windowsill is camera enough.
						</Merit>
						<Merit title="At work">
							An inbox that finds the number, the total and the due date of each invoice, and answers whoever
							sent it.
						</Merit>
						<Merit title="On the land">
							A car in the yard at night, a horse or a cow in the garden, people at the gate: looked at as
							often as you like.
						</Merit>
					</div>
				</section>

				<section
					className={`${WIDTH} grid gap-10 border-t border-line py-16 sm:grid-cols-2 lg:py-24 xl:grid-cols-4`}
				>
					<h2 className="sr-only">What you can rely on</h2>
					<Merit title="Every run on record">
						What set it off, what was decided and what was sent: each run can be opened and read afterwards.
					</Merit>
					<Merit title="It decides, or says that it cannot">
						The built-in model needs no internet and finds 80 everyday kinds of object, words, amounts and
						dates. With a language model, yours or a hosted one, it also judges parcels, colours, moods and
						whatever else you can put in words.
					</Merit>
					<Merit title="Only where you want it">
						You choose the hours in which a camera looks and in which it may use its light.
					</Merit>
					{sells ? (
						<Merit title="Free to begin with">
							Each device includes {FREE_AUTOMATIONS_PER_DEVICE} free automations. Beyond them you pay with
							credits, when an automation runs.
						</Merit>
					) : (
						<Merit title="Free">Runs cost nothing here.</Merit>
					)}
				</section>

				<section className="border-t border-line bg-surface">
					<div className={`${WIDTH} grid justify-items-start gap-6 py-16`}>
						<h2 className="text-title font-semibold">Give it a word, and it watches.</h2>
						<Link to={way.to} state={state} className={buttonClasses('primary')}>
							{userLoggedIn ? 'Open portal' : 'Sign in to your portal'}
						</Link>
					</div>
				</section>
			</main>

			<Footer />
		</div>
	);
}

const Merit = ({ title, children }: { title: string; children: ReactNode }) => (
	<div className="grid content-start gap-2">
		<h3 className="font-semibold">{title}</h3>
		<p className="max-w-sm text-pretty text-muted">{children}</p>
	</div>
);

function Footer() {
	const { data: settings } = useQuery(portalQuery);
	return (
		<footer className="border-t border-line">
			<div
				className={`${WIDTH} flex min-h-20 flex-wrap items-center gap-x-8 gap-y-2 py-6 text-small text-muted`}
			>
				<span className="mr-auto">{PRODUCT}</span>
				{settings && (
					<>
						<a className="hover:text-ink" href={`mailto:${settings.supportEmail}`}>
							Support
						</a>
						<a className="hover:text-ink" href={settings.termsUrl}>
							Terms of Service
						</a>
						<a className="hover:text-ink" href={settings.privacyUrl}>
							Privacy Policy
						</a>
					</>
				)}
			</div>
		</footer>
	);
}
