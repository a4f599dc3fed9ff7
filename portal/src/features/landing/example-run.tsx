import { Check, Send } from 'lucide-react';
import visitor from './pictures/visitor.webp';

/** An example of what a customer gets: the picture, the prompt, the verdict and the mail. */
export const ExampleRun = () => (
	<figure className="relative mx-auto w-full max-w-lg animate-appear">
		<div className="overflow-hidden rounded-card border border-line bg-surface shadow-float">
			<Visitor />
			<div className="grid gap-4 p-5 sm:p-6">
				<div className="grid gap-1">
					<p className="text-small text-muted">Front porch · Device Capture</p>
					<p className="font-medium text-pretty">“Tell me when there is a person.”</p>
				</div>
				<div className="grid gap-2.5 border-t border-line pt-4 text-small">
					<p className="flex items-start gap-3">
						<Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2.5} />
						<span>
							<span className="font-medium">Condition met.</span>{' '}
							<span className="text-muted">Found 1 person and 2 potted plants.</span>
						</span>
					</p>
					<p className="flex items-start gap-3">
						<Send aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2} />
						<span>
							<span className="font-medium">Email sent.</span>{' '}
							<span className="text-muted">“Person seen: 1 person”</span>
						</span>
					</p>
				</div>
			</div>
		</div>
		<figcaption className="sr-only">An example of a run</figcaption>
	</figure>
);

/** Where the built-in model finds the person, in percent of the picture. */
const FOUND = 'left-[15.4%] top-[32.6%] h-[58%] w-[27.7%]';

/** A picture of the demo account: `npm run pictures` draws it again, and a test checks its verdict. */
const Visitor = () => (
	<div className="relative">
		<img
			src={visitor}
			width={960}
			height={720}
			alt="A front porch in the evening, and someone walking past the door"
			className="block h-auto w-full"
		/>
		<span aria-hidden className={`absolute rounded-sm border-2 border-[#7cc8a5] ${FOUND}`}>
			<span className="absolute -top-6 left-0 rounded-sm bg-[#1f1d19]/75 px-1.5 text-small text-[#fff]">
				person
			</span>
		</span>
	</div>
);
