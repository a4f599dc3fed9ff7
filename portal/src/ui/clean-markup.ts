import DOMPurify, { type Config } from 'dompurify';

const RULES: Config = {
	USE_PROFILES: { html: true },
	FORBID_TAGS: [
		...['style', 'form', 'input', 'button', 'textarea', 'select', 'option', 'label', 'fieldset', 'datalist'],
		...['iframe', 'object', 'embed', 'link', 'meta', 'base', 'audio', 'video', 'source', 'track', 'picture'],
	],
	// What a mail says of colours was chosen for another background; names could be mistaken for the page's own.
	FORBID_ATTR: ['style', 'class', 'id', 'name', 'color', 'bgcolor', 'text', 'link', 'vlink', 'alink'],
	ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/)/i,
	ALLOW_DATA_ATTR: false,
	RETURN_DOM_FRAGMENT: true,
};

/** What makes a browser fetch something without being asked. */
const LOADING = new Set(['src', 'srcset', 'background', 'poster', 'data', 'lowsrc', 'dynsrc', 'longdesc']);

let wanted: 'none' | 'remote' = 'none';
let leftOut = 0;

const purify = DOMPurify();
purify.addHook('uponSanitizeAttribute', (element, attribute) => {
	if (!LOADING.has(attribute.attrName)) return;
	const { nodeName } = element;
	const isPicture = attribute.attrName === 'src' && nodeName === 'IMG';
	if (isPicture && attribute.attrValue.startsWith('data:image/')) return;
	const isRemote = isPicture && /^https?:\/\//i.test(attribute.attrValue.trim());
	if (isRemote && wanted === 'remote') return;
	if (isRemote) leftOut += 1;
	attribute.keepAttr = false;
});

/**
 * Markup from a mail or a model, as nodes: they go into their page as they are, so that nothing is parsed again after it
 * was cleaned. A picture from elsewhere tells its sender that the mail was read; how many were left out is told.
 */
export function cleanMarkup(html: string, images: 'none' | 'remote') {
	wanted = images;
	leftOut = 0;
	const content = purify.sanitize(html, RULES) as unknown as DocumentFragment;
	return { content, leftOut };
}
