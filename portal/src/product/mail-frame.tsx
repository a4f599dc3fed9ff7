import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { cleanMarkup, type Enclosed } from './clean-markup.ts';

/** The initial height. The frame takes the height of its content as soon as it is known. */
const FIRST_HEIGHT = 96;
/** Longer content is cut off until the customer asks for all of it. */
const LONG = { markup: 200_000, height: 1200 };

/**
 * Shows markup from a mail or a model in a separate page: no scripts, no forms, and no remote content unless the customer
 * asks for it. The page shares the portal's origin, because the portal fills and measures it. Without scripts the page
 * cannot make use of that.
 */
export function MailFrame({
	html,
	title,
	pictures,
	onShown,
}: {
	html: string;
	title: string;
	pictures?: Enclosed | undefined;
	/** Called when its content is visible and the layout below it is stable. */
	onShown?(): void;
}) {
	const frame = useRef<HTMLIFrameElement>(null);
	const observer = useRef<ResizeObserver>(undefined);
	const [images, setImages] = useState<'none' | 'remote'>('none');
	const [whole, setWhole] = useState(false);
	const [leftOut, setLeftOut] = useState(0);
	const [height, setHeight] = useState(FIRST_HEIGHT);

	const fill = useCallback(() => {
		const page = frame.current?.contentDocument;
		// Until its page has loaded, a frame holds an empty page with the portal's own policy.
		if (!page?.body || page.URL === 'about:blank') return;
		const { body, documentElement } = page;
		const cleaned = cleanMarkup(whole ? html : html.slice(0, LONG.markup), images, pictures);
		body.replaceChildren(cleaned.content);
		setLeftOut(cleaned.leftOut);
		observer.current?.disconnect();
		observer.current = new ResizeObserver(() => {
			setHeight(Math.ceil(documentElement.getBoundingClientRect().height));
			onShown?.();
		});
		observer.current.observe(documentElement);
	}, [html, images, whole, pictures, onShown]);

	useEffect(() => {
		fill();
		return () => observer.current?.disconnect();
	}, [fill]);

	const isLong = !whole && (html.length > LONG.markup || height > LONG.height);
	return (
		<div className="grid gap-3">
			{leftOut > 0 && (
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-small text-muted">
					<Button onClick={() => setImages('remote')}>Load remote images</Button>
					<span>Loading them may tell the sender that this was read.</span>
				</div>
			)}
			<iframe
				// Another policy needs another page, so the frame is recreated.
				key={images}
				ref={frame}
				title={title}
				src={images === 'remote' ? '/mail-frame?images=remote' : '/mail-frame'}
				onLoad={fill}
				sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
				referrerPolicy="no-referrer"
				className={classes('w-full border-0 bg-transparent', isLong && 'mask-b-from-80%')}
				style={{ height: isLong ? Math.min(height, LONG.height) : height }}
			/>
			{isLong && (
				<Button className="justify-self-start" onClick={() => setWhole(true)}>
					Show all of it
				</Button>
			)}
		</div>
	);
}
