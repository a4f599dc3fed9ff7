import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { cleanMarkup } from './clean-markup.ts';

/** Enough to begin with; the frame takes its content's height as soon as it knows it. */
const FIRST_HEIGHT = 96;
/** What is longer than this is shown from its beginning, and whole when asked for. */
const LONG = { markup: 200_000, height: 1200 };

/**
 * Markup from a mail or a model, shown in a page of its own: no script, no form, and nothing loaded from elsewhere unless
 * asked for, this once. The portal fills and measures the page, which is why it shares its origin; without scripts the
 * page can do nothing with that.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	const observer = useRef<ResizeObserver>(undefined);
	const [images, setImages] = useState<'none' | 'remote'>('none');
	const [whole, setWhole] = useState(false);
	const [leftOut, setLeftOut] = useState(0);
	const [height, setHeight] = useState(FIRST_HEIGHT);

	const fill = useCallback(() => {
		const page = frame.current?.contentDocument;
		// Until its page has arrived a frame holds an empty one, under the portal's own policy.
		if (!page?.body || page.URL === 'about:blank') return;
		const { body, documentElement } = page;
		const cleaned = cleanMarkup(whole ? html : html.slice(0, LONG.markup), images);
		body.replaceChildren(cleaned.content);
		setLeftOut(cleaned.leftOut);
		observer.current?.disconnect();
		observer.current = new ResizeObserver(() =>
			setHeight(Math.ceil(documentElement.getBoundingClientRect().height)),
		);
		observer.current.observe(documentElement);
	}, [html, images, whole]);

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
				// Another policy is another page: the frame is made anew.
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
