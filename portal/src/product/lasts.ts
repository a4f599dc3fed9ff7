/** How long the credits last, in a sentence. */
export function lastsInWords(daysLeft: number | null, balance: number): string {
	if (balance === 0) return 'Runs that cost credits are skipped until there are some.';
	if (daysLeft === null) return 'Nothing is being spent at the moment.';
	return `At the present rate they last ${span(daysLeft)}.`;
}

function span(days: number): string {
	if (days < 1) return 'less than a day';
	if (days < 2) return 'about a day';
	if (days < 60) return `about ${Math.round(days)} days`;
	if (days < 365) return `about ${Math.round(days / 30.4)} months`;
	return 'more than a year';
}
