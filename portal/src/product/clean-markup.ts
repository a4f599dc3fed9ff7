import DOMPurify, { type Config } from 'dompurify';

const RULES: Config = {
	USE_PROFILES: { html: true },
	FORBID_TAGS: [
		...['style', 'form', 'input', 'button', 'textarea', 'select', 'option', 'label', 'fieldset', 'datalist'],
		...['iframe', 'object', 'embed', 'link', 'meta', 'base', 'audio', 'video', 'source', 'track', 'picture'],
	],
	// Colours were chosen for another background, and ids or names could clash with those of the page.
	FORBID_ATTR: ['style', 'class', 'id', 'name', 'color', 'bgcolor', 'text', 'link', 'vlink', 'alink'],
	ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|data:image\/)/i,
	ALLOW_DATA_ATTR: false,
	RETURN_DOM_FRAGMENT: true,
};

/** Attributes that make a browser load something by itself. */
const LOADING = new Set(['src', 'srcset', 'background', 'poster', 'data', 'lowsrc', 'dynsrc', 'longdesc']);

/** Pictures attached to a mail, as data URLs by the content id that its markup uses. */
export type Enclosed = ReadonlyMap<string, string>;

let wanted: 'none' | 'remote' = 'none';
let enclosed: Enclosed = new Map();
let leftOut = 0;

const purify = DOMPurify();
purify.addHook('uponSanitizeAttribute', (element, attribute) => {
	if (!LOADING.has(attribute.attrName)) return;
	const { nodeName } = element;
	const isPicture = attribute.attrName === 'src' && nodeName === 'IMG';
	if (isPicture && attribute.attrValue.startsWith('data:image/')) return;
	const own = isPicture && /^cid:(.*)$/is.exec(attribute.attrValue.trim())?.[1];
	const shown = own && enclosed.get(own.replace(/%40/g, '@'));
	if (shown) {
		attribute.attrValue = shown;
		return;
	}
	const isRemote = isPicture && /^https?:\/\//i.test(attribute.attrValue.trim());
	if (isRemote && wanted === 'remote') return;
	if (isRemote) leftOut += 1;
	attribute.keepAttr = false;
});

/**
 * Cleans markup from a mail or a model. Returns nodes, so that nothing is parsed again after cleaning. Remote pictures are
 * left out by default, because loading one tells the sender that the mail was read. `leftOut` counts them.
 */
export function cleanMarkup(html: string, images: 'none' | 'remote', pictures: Enclosed = new Map()) {
	wanted = images;
	enclosed = pictures;
	leftOut = 0;
	const content = purify.sanitize(html, RULES) as unknown as DocumentFragment;
	return { content, leftOut };
}
