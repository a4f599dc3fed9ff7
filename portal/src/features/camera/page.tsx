import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageTitle } from '../../lib/page-title.tsx';
import { Failure } from '../../ui/failure.tsx';
import { CameraScreen, type Preferences } from './camera-screen.tsx';
import { USUAL_SECONDS } from './every.tsx';
import { keepForOffline } from './offline.ts';
import { PairScreen } from './pair-screen.tsx';
import { CameraStore, type Pairing } from './store.ts';
import { useOutbox } from './use-outbox.ts';

interface Known {
	store: CameraStore;
	pairing: Pairing | null;
	preferences: Preferences;
	waiting: number;
}

/** This phone or laptop as a camera. Nobody needs to be signed in. */
export function CameraPage() {
	const [known, setKnown] = useState<Known | 'failed' | null>(null);
	const [code, takeCode] = useCode();
	useOwnManifest();
	useEffect(keepForOffline, []);

	useEffect(() => {
		let gone = false;
		remember().then(
			(found) => (gone ? found.store.close() : setKnown(found)),
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
	const { store, pairing, preferences, waiting } = known;

	async function pair(paired: Pairing) {
		await store.pair(paired);
		// Asks the browser not to delete unsent pictures when storage is low. It may refuse.
		void navigator.storage?.persist?.();
		takeCode();
		setKnown({ store, pairing: paired, preferences: await readPreferences(store), waiting: 0 });
	}
	async function discard() {
		await store.drop((await store.waiting()).map(({ seq }) => seq));
		setKnown({ store, pairing, preferences, waiting: 0 });
	}
	const shared = { waiting, code, onPaired: pair, onDiscard: () => void discard() };
	if (!pairing) return <PairScreen {...shared} refused={false} />;
	if (code) return <PairScreen {...shared} refused={false} onCancel={takeCode} />;

	async function unpair() {
		await store.forget('pairing');
		setKnown({ store, pairing: null, preferences, waiting: (await store.waiting()).length });
	}
	// A new pairing is a new camera, so all state is reset.
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

function Paired({ known: { store, pairing, preferences }, onPaired, onUnpair }: PairedProps) {
	const [outbox, state] = useOutbox(store, pairing);
	if (state.keyRefused) {
		const discard = () => void outbox.discard();
		return <PairScreen code={null} refused waiting={state.waiting} onPaired={onPaired} onDiscard={discard} />;
	}
	return <CameraScreen {...{ store, outbox, state, preferences, onUnpair }} />;
}

async function remember(): Promise<Known> {
	const store = await CameraStore.open(() => window.location.reload());
	const [pairing, preferences, waiting] = await Promise.all([
		store.read('pairing'),
		readPreferences(store),
		store.waiting(),
	]);
	return { store, pairing: pairing ?? null, preferences, waiting: waiting.length };
}

/** The preferences last chosen in this browser. They outlive a pairing. */
async function readPreferences(store: CameraStore): Promise<Preferences> {
	const [everySeconds, camera, changes] = await Promise.all([
		store.read('everySeconds'),
		store.read('camera'),
		store.read('changes'),
	]);
	return { everySeconds: everySeconds ?? USUAL_SECONDS, camera: camera ?? null, changes: changes ?? false };
}

/** The pairing code from the link. It is removed from the address at once, so that no history or screenshot shows it. */
function useCode(): [string | null, () => void] {
	const [search, setSearch] = useSearchParams();
	const [code, setCode] = useState(() => search.get('code'));
	useEffect(() => {
		if (search.has('code')) setSearch({}, { replace: true });
	}, [search, setSearch]);
	return [code, () => setCode(null)];
}

/** An app that is installed from this page opens as a camera instead of the portal. */
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
