const BROWSERS: [RegExp, string][] = [
	[/Edg(e|A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
	[/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
	[/Android/, 'Android'],
	[/iPhone|iPad|iPod/, 'iOS'],
	[/Windows/, 'Windows'],
	[/Mac OS X|Macintosh/, 'macOS'],
	[/CrOS/, 'ChromeOS'],
	[/Linux|X11/, 'Linux'],
];

const nameIn = (names: [RegExp, string][], text: string) =>
	names.find(([pattern]) => pattern.test(text))?.[1];

/** "Firefox on Windows": a readable name for the browser with this header. */
export function browserInWords(userAgent: string | null): string {
	const browser = nameIn(BROWSERS, userAgent ?? '');
	const system = nameIn(SYSTEMS, userAgent ?? '');
	if (browser && system) return `${browser} on ${system}`;
	return browser ?? system ?? 'Another program';
}
