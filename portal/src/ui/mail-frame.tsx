import DOMPurify from 'dompurify';
import { useEffect, useMemo, useRef, useState } from 'react';

const FORBIDDEN = [
	'style',
	'form',
	'input',
	'button',
	'textarea',
	'select',
	'iframe',
	'object',
	'embed',
	'link',
	'meta',
	'base',
];

/** What makes a browser fetch something without being asked. */
const LOADING = new Set(['src', 'srcset', 'background', 'poster', 'data', 'lowsrc', 'dynsrc']);

/** Enough to begin with; the frame takes its content's height as soon as it knows it. */
const FIRST_HEIGHT = 96;

/**
 * Markup from a mail or a model, shown in a frame of its own: no script, no form, nothing loaded from elsewhere. The page
 * may measure it, which is why the frame shares its origin; without scripts the frame can do nothing with that.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
	const frame = useRef<HTMLIFrameElement>(null);
	const [height, setHeight] = useState(FIRST_HEIGHT);
	const page = useMemo(() => frameOf(html), [html]);

	useEffect(() => {
		const element = frame.current;
		if (!element) return;
		let observer: ResizeObserver | undefined;
		const fit = () => {
			const root = element.contentDocument?.documentElement;
			if (!root) return;
			observer?.disconnect();
			observer = new ResizeObserver(() => setHeight(Math.ceil(root.getBoundingClientRect().height)));
			observer.observe(root);
		};
		element.addEventListener('load', fit);
		fit();
		return () => {
			element.removeEventListener('load', fit);
			observer?.disconnect();
		};
	}, []);

	return (
		<iframe
			ref={frame}
			title={title}
			srcDoc={page}
			sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
			referrerPolicy="no-referrer"
			className="w-full border-0 bg-transparent"
			style={{ height }}
		/>
	);
}

const purify = DOMPurify();
purify.addHook('uponSanitizeAttribute', (_element, attribute) => {
	// A picture from elsewhere tells its sender that the mail was read.
	if (LOADING.has(attribute.attrName) && !attribute.attrValue.startsWith('data:image/'))
		attribute.keepAttr = false;
});

function frameOf(html: string): string {
	const body = purify.sanitize(html, { FORBID_TAGS: FORBIDDEN, FORBID_ATTR: ['style'] });
	return `<!doctype html><base target="_blank"><link rel="stylesheet" href="/mail-frame.css">${body}`;
}
