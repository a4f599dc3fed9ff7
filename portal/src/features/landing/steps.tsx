import actDark from './pictures/act-dark.webp';
import actLight from './pictures/act-light.webp';
import decideDark from './pictures/decide-dark.webp';
import decideLight from './pictures/decide-light.webp';
import triggerDark from './pictures/trigger-dark.webp';
import triggerLight from './pictures/trigger-light.webp';

interface Step {
	title: string;
	text: string;
	light: string;
	dark: string;
	/** What is in the picture. */
	alt: string;
}

const STEPS: Step[] = [
	{
		title: 'Something sets it off',
		text: 'A camera sends a capture, an email arrives at an address of its own, or it is time. Any phone can be the camera: scan a code, lean it against the window, done.',
		light: triggerLight,
		dark: triggerDark,
		alt: 'The dashboard with the last pictures of three cameras: driveway, garden and front porch',
	},
	{
		title: 'Your prompt decides',
		text: 'Write what matters in plain words, and see at once how they are read. Try it on the last pictures before you save it, and see which of them it would have caught.',
		light: decideLight,
		dark: decideDark,
		alt: 'The editor of an automation with the prompt “Tell me when there is a person.”',
	},
	{
		title: 'The right thing follows',
		text: 'You get an email, the sender gets an answer, or the result is put away. Each run says what was seen and why that was enough, or why not.',
		light: actLight,
		dark: actDark,
		alt: 'A run with its picture, its verdict and its evidence',
	},
];

const SIZE = { width: 960, height: 800 };

/** How it works, in screenshots of the product. `npm run pictures` takes them again. */
export const Steps = () => (
	<ol className="grid gap-16">
		{STEPS.map(({ title, text, light, dark, alt }, index) => (
			<li key={title} className="grid items-center gap-x-14 gap-y-6 md:grid-cols-2">
				<div className="grid max-w-md content-start gap-3">
					<span aria-hidden className="text-small font-medium text-accent tabular-nums">
						{index + 1}
					</span>
					<h3 className="text-title font-semibold">{title}</h3>
					<p className="text-pretty text-muted">{text}</p>
				</div>
				<picture className={index % 2 === 1 ? 'md:-order-1' : undefined}>
					<source srcSet={dark} media="(prefers-color-scheme: dark)" />
					<img
						src={light}
						alt={alt}
						{...SIZE}
						loading="lazy"
						decoding="async"
						className="h-auto w-full rounded-card border border-line shadow-float"
					/>
				</picture>
			</li>
		))}
	</ol>
);
