/** "1 capture", "1,200 captures". */
export const counted = (count: number, name: string) =>
	`${count.toLocaleString()} ${count === 1 ? name : `${name}s`}`;
