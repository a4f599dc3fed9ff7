import { markedInWords } from '@watchword/contract/marked-test';
import type { OperatorModel } from '@watchword/contract/operator';
import { sizeInWords } from '../../lib/size.ts';

/** What can be done with a model. */
export type Deed = 'install' | 'stop' | 'use' | 'test' | 'remove';

/** "120.0 MB of 460.0 MB, 2.0 MB a second, 3 minutes left" */
export function progressInWords({
	done_bytes: done,
	total_bytes: total,
	bytes_a_second: speed,
}: NonNullable<OperatorModel['progress']>): string {
	const share = `${sizeInWords(done)} of ${sizeInWords(total)}`;
	if (!speed || done >= total) return share;
	return `${share}, ${sizeInWords(speed)} a second, ${timeLeft((total - done) / speed)} left`;
}

function timeLeft(seconds: number): string {
	if (seconds < 90) return seconds <= 1 ? '1 second' : `${Math.ceil(seconds)} seconds`;
	return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

type Fact = [name: string, value: string];

/** What a model needs of this machine. */
export const factsOf = ({ bytes, memory_bytes, seconds_a_picture, licence, test }: OperatorModel): Fact[] => [
	...(bytes === null ? [] : [['Download', sizeInWords(bytes)] satisfies Fact]),
	...(memory_bytes === null ? [] : [['Memory', sizeInWords(memory_bytes)] satisfies Fact]),
	...(test?.problem === null
		? [['A picture takes', `${test.seconds_a_picture} s here`] satisfies Fact]
		: seconds_a_picture === null
			? []
			: [['A picture takes', `about ${seconds_a_picture} s`] satisfies Fact]),
	...(licence === null ? [] : [['Licence', licence] satisfies Fact]),
];

/** How it did when it was asked about what is known. */
export function testInWords({ marked, ...test }: NonNullable<OperatorModel['test']>): string {
	return [knownInWords(test), marked && markedInWords(marked)].filter(Boolean).join(' ');
}

function knownInWords({ right, of, problem }: Omit<NonNullable<OperatorModel['test']>, 'marked'>): string {
	if (problem !== null) return `It failed its test: ${problem}`;
	if (right === of) return `It answered all ${of} test questions right.`;
	return `It answered ${right} of ${of} test questions right. Try it on your own pictures before you rely on it.`;
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
