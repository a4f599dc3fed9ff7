import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { Failure } from '../../ui/failure.tsx';
import { CameraScreen, type Preferences } from './camera-screen.tsx';
import { USUAL_SECONDS } from './every.tsx';
import { Keep, type Pairing } from './keep.ts';
import { PairScreen } from './pair-screen.tsx';
import { useOutbox } from './use-outbox.ts';

interface Known {
	keep: Keep;
	pairing: Pairing | null;
	preferences: Preferences;
	waiting: number;
}

/** This phone or laptop as a camera. Nobody needs to be signed in. */
export function CameraPage() {
	const [known, setKnown] = useState<Known | 'failed' | null>(null);
	const [code, takeCode] = useCode();
	useOwnManifest();

	useEffect(() => {
		let gone = false;
		remember().then(
			(found) => (gone ? found.keep.close() : setKnown(found)),
			(error: unknown) => {
				console.error(error);
				setKnown('failed');
			},
		);
		return () => {
			gone = true;
		};
	}, []);

	if (known === null) return <PageTitle name="Camera" />;
	if (known === 'failed') return <NothingKept />;
	const { keep, pairing, preferences, waiting } = known;

	async function pair(paired: Pairing) {
		await keep.write('pairing', paired);
		await keep.forget('told');
		// Asks the browser not to clear what is unsent when the phone runs low; it may say no.
		void navigator.storage?.persist?.();
		takeCode();
		setKnown({ keep, pairing: paired, preferences, waiting: 0 });
	}
	async function discard() {
		await keep.drop((await keep.waiting()).map(({ seq }) => seq));
		setKnown({ keep, pairing, preferences, waiting: 0 });
	}
	const shared = { waiting, code, onPaired: pair, onDiscard: () => void discard() };
	if (!pairing) return <PairScreen {...shared} refused={false} />;
	if (code) return <PairScreen {...shared} refused={false} onCancel={takeCode} />;

	async function unpair() {
		await keep.forget('pairing');
		setKnown({ keep, pairing: null, preferences, waiting: (await keep.waiting()).length });
	}
	// A new pairing is a new camera: nothing of the old one's state goes over.
	return (
		<Paired
			key={pairing.deviceKey}
			known={{ ...known, pairing }}
			onPaired={pair}
			onUnpair={() => void unpair()}
		/>
	);
}

type PairedProps = {
	known: Known & { pairing: Pairing };
	onPaired: (pairing: Pairing) => Promise<void>;
	onUnpair: () => void;
};

function Paired({ known: { keep, pairing, preferences }, onPaired, onUnpair }: PairedProps) {
	const [outbox, state] = useOutbox(keep, pairing);
	if (state.keyRefused) {
		const discard = () => void outbox.discard();
		return <PairScreen code={null} refused waiting={state.waiting} onPaired={onPaired} onDiscard={discard} />;
	}
	return <CameraScreen {...{ keep, outbox, state, preferences, onUnpair }} />;
}

async function remember(): Promise<Known> {
	const keep = await Keep.open(() => window.location.reload());
	const [pairing, everySeconds, camera, waiting] = await Promise.all([
		keep.read('pairing'),
		keep.read('everySeconds'),
		keep.read('camera'),
		keep.waiting(),
	]);
	const preferences = { everySeconds: everySeconds ?? USUAL_SECONDS, camera: camera ?? null };
	return { keep, pairing: pairing ?? null, preferences, waiting: waiting.length };
}

/** The code of the link; it leaves the address bar at once, so that no history or screenshot holds it. */
function useCode(): [string | null, () => void] {
	const [search, setSearch] = useSearchParams();
	const [code, setCode] = useState(() => search.get('code'));
	useEffect(() => {
		if (search.has('code')) setSearch({}, { replace: true });
	}, [search, setSearch]);
	return [code, () => setCode(null)];
}

/** Installed from here, the app opens as a camera, and not as the portal. */
function useOwnManifest() {
	useEffect(() => {
		const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
		const portal = link?.href;
		if (!link || !portal) return;
		link.href = '/camera.webmanifest';
		return () => {
			link.href = portal;
		};
	}, []);
}

const NothingKept = () => (
	<main data-night className="mx-auto grid min-h-dvh max-w-xl content-center p-4">
		<PageTitle name="Camera" />
		<h1 className="sr-only">This browser cannot be a camera</h1>
		<Failure title="This browser keeps nothing for this page." retry={() => window.location.reload()}>
			A camera must be able to keep its pictures until they are sent. Leave private browsing, or use another
			browser.
		</Failure>
	</main>
);
