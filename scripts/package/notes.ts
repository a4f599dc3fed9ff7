/** The part of a changelog about one version, without its heading; null if there is none, or nothing in it. */
export function releaseNotes(changelog: string, version: string): string | null {
	const section = changelog.split(/^## /m).find((part) => part.split(/[\s,]/, 1)[0] === version);
	return section?.slice(section.indexOf('\n')).trim() || null;
}
