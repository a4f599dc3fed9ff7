import { Compass } from 'lucide-react';
import { requestTour } from '../../lib/tour-events.ts';
import { Button } from '../../ui/button.tsx';
import { Topic } from './topic.tsx';

export const AutomationsHelp = ({ mailDomain }: { mailDomain: string | undefined }) => (
	<>
		<p>
			An automation has an input, a prompt and an action: something sets it off, a model decides by your
			prompt, and the action follows.
		</p>
		<Button look="primary" onClick={() => requestTour('automationsTour')} className="justify-self-start">
			<Compass aria-hidden className="size-4.5" strokeWidth={1.75} />
			Take a Guided Tour
		</Button>
		<Topic title="Email">
			<p>
				Every automation has an address of its own{mailDomain && ` that ends in @${mailDomain}`}. A mail sent
				to it sets it off. Click the address in the editor to copy it; forward mail to it, or give it to
				whoever should write to it.
			</p>
		</Topic>
		<Topic title="Scheduled">
			<p>
				It runs every day at the times you list. You enter them in your own local time, and they keep to the
				clock on the wall when daylight saving begins or ends. If the portal was down at one of its times, it
				catches up on those of the last hour.
			</p>
		</Topic>
		<Topic title="Device Capture">
			<p>
				Each picture its device sends sets it off. Conditional acts only when what your prompt describes is in
				the picture; Continuous acts on every one. With Run Limiting it takes only the first picture on or
				after each of the times you list.
			</p>
		</Topic>
		<Topic title="Prompt">
			<p>
				Say in plain words what to look for or what to do, one thing at a time: “Is there a car in the
				driveway?” works better than a page of rules.
			</p>
		</Topic>
		<Topic title="What the model sees, and what it does not">
			<p>
				Unless another model has been set up for this portal, the built-in one decides. It runs without the
				internet and finds 80 everyday kinds of object in a picture: people, cars, bicycles, dogs, cats,
				birds, chairs, bottles and the like. It does not know who somebody is, read text in pictures, judge
				moods or tell a delivery van from a family car. In mails it finds and quotes passages; it does not
				write essays. When a prompt is beyond it, it says that it cannot tell rather than guess.
			</p>
		</Topic>
		<Topic title="Action">
			<p>
				Send Email writes to the address you enter. Reply to Email answers whoever wrote; automatic mails and
				mailing lists get no reply. Save to Storage keeps the result with its picture or mail. Nothing in a
				mail or a picture can change where a result goes.
			</p>
		</Topic>
	</>
);
