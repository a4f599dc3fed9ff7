/** Why a picture cannot be judged: it cannot be decoded, or it shows nothing. */
export const PICTURE_PROBLEMS = ['broken', 'slow', 'dark', 'blurred', 'tiny'] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];

/** What a problem means to a customer, and what to check. */
export const PICTURE_PROBLEM_TEXT: Record<PictureProblem, string> = {
	broken: 'The picture arrived damaged and cannot be shown. The camera or its connection may be broken.',
	slow: 'The picture takes too long to open, so it cannot be shown. Let the camera send ordinary JPEG, not progressive, or smaller pictures.',
	dark: 'The picture is black. The camera may be covered or broken, or it is too dark there.',
	blurred:
		'Nothing can be made out in the picture. The camera may be covered, dirty, out of focus or broken.',
	tiny: 'The picture is too small to show anything. The camera may be set up wrongly or broken.',
};

/** Nothing of it can be shown. */
export const isUnreadable = (problem: PictureProblem | null | undefined): problem is 'broken' | 'slow' =>
	problem === 'broken' || problem === 'slow';
