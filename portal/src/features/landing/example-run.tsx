import { Check, Send } from 'lucide-react';
import { Doorstep } from './doorstep.tsx';

/** An example of what a customer gets: the picture, the prompt, the verdict and the mail. */
export const ExampleRun = () => (
	<figure className="relative mx-auto w-full max-w-lg animate-appear">
		<div className="overflow-hidden rounded-card border border-line bg-surface shadow-float">
			<Doorstep />
			<div className="grid gap-4 p-5 sm:p-6">
				<div className="grid gap-1">
					<p className="text-small text-muted">Front door · Device Capture</p>
					<p className="font-medium text-pretty">“Tell me when a parcel has been left at the door.”</p>
				</div>
				<div className="grid gap-2.5 border-t border-line pt-4 text-small">
					<p className="flex items-start gap-3">
						<Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2.5} />
						<span>
							<span className="font-medium">Condition met.</span>{' '}
							<span className="text-muted">A box stands on the mat in front of the door.</span>
						</span>
					</p>
					<p className="flex items-start gap-3">
						<Send aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" strokeWidth={2} />
						<span>
							<span className="font-medium">Email sent.</span>{' '}
							<span className="text-muted">“A parcel is at your front door”</span>
						</span>
					</p>
				</div>
			</div>
		</div>
		<figcaption className="sr-only">An example of a run</figcaption>
	</figure>
);
