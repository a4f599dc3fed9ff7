import { PRODUCT } from '../lib/brand.ts';
import { PageTitle } from '../lib/page-title.tsx';
import { LogoMark } from '../product/logo.tsx';
import { Failure } from '../ui/failure.tsx';

/** Shown until the session is known. A quick start does not show it. */
export const Splash = () => (
	<div className="grid min-h-dvh animate-late place-items-center">
		<p role="status" className="sr-only">
			Loading...
		</p>
		<LogoMark className="size-10 animate-breathe" />
	</div>
);

export const Unreachable = ({ retry }: { retry: () => void }) => (
	<main className="mx-auto grid min-h-dvh max-w-xl content-center p-4">
		<PageTitle name="Not reachable" />
		<h1 className="sr-only">{PRODUCT} is not reachable</h1>
		<Failure title={`We can't reach ${PRODUCT} right now.`} retry={retry}>
			Your automations and devices are not affected by this page. Check your connection and try again.
		</Failure>
	</main>
);
