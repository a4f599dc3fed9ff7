import type { PortalSettings } from '@watchword/contract/portal';
import { Compass } from 'lucide-react';
import { requestTour } from '../../lib/tour-events.ts';
import { Button } from '../../ui/button.tsx';
import { ModelHelp } from './model-help.tsx';
import { Topic } from './topic.tsx';

export const AutomationsHelp = ({ settings }: { settings: PortalSettings | undefined }) => (
	<>
		<p>
			An automation has an input, a prompt and an action: something starts it, a model decides by your prompt,
			and the action follows.
		</p>
		<Button look="primary" onClick={() => requestTour('automationsTour')} className="justify-self-start">
			<Compass aria-hidden className="size-4.5" strokeWidth={1.75} />
			Take a Guided Tour
		</Button>
		<Topic title="Email">
			<p>
				Every automation has an address of its own
				{settings && ` such as ${settings.mailAddress.replace('{id}', 'abc123')}`}. Each mail to it starts a
				run. Click the address in the editor to copy it; forward mail to it, or give it to people who should
				write to it.
			</p>
		</Topic>
		<Topic title="Scheduled">
			<p>
				It runs every day at the times you list. You enter them in the time zone of your account, and they
				stay the same when daylight saving time begins or ends. If the portal was down at one of these times,
				it catches up on those of the last hour.
			</p>
		</Topic>
		<Topic title="Device Capture">
			<p>
				Each picture that its device sends starts a run. Conditional acts only when what your prompt describes
				is in the picture; Continuous acts on every picture. With Run Limiting it takes only the first picture
				on or after each of the times you list. Times count from when you saved them, or turned the automation
				on again.
			</p>
		</Topic>
		<Topic title="Prompt">
			<p>
				Say in plain words what to look for or what to do, one thing at a time: “Is there a car in the
				driveway?” works better than a page of rules.
			</p>
		</Topic>
		<Topic title="Action">
			<p>
				Send Email writes to the address you enter; the mail of a capture shows its pictures, and large ones
				are made smaller. Reply to Email answers the sender, if the checks of the mail confirm who that is;
				automatic mails and mailing lists get no reply. Save to Storage keeps the result with its picture or
				mail. Nothing in a mail or a picture can change where a result goes.
			</p>
		</Topic>
		<Topic title="Ask me before sending">
			<p>
				A mail then waits for your yes. You get the draft by mail, open the run, and send it, change it first
				or discard it; the dashboard shows what waits, and one mail every morning reminds you. Without an
				answer it is discarded after some days; the run says when. A run that waits does not hold up the next
				ones. What the run cost is not refunded when you discard its mail.
			</p>
		</Topic>
		<Topic title="Fields and results">
			<p>
				Name fields, such as a supplier, an amount and a due date, and each run adds a row to the table under
				Results. Every value has its evidence; what is not found stays empty. Click a cell to see where it
				comes from and to correct it. Download the table as CSV or JSON, or make an address for your
				spreadsheet.
			</p>
		</Topic>
		<Topic title="When to tell me" id="alerts">
			<p>
				One sentence in the editor, under “More”, says when you are told; click it to change that. What a
				conditional automation watches for begins, lasts and ends. That is one episode, however many pictures
				show it. New automations tell you once, when it begins. You can ask to be told again while it lasts,
				when it is over, or at every picture. Each picture is still a run, and a run that told nobody says
				why.
			</p>
			<p>
				During quiet hours mails are held; at their end you get one mail with what happened. Set quiet hours
				for your account, or for one automation. An automation that may wake you ignores them. Scheduled
				automations run and tell you at the times you gave them.
			</p>
			<p>
				In the menu “More” you can snooze an automation that sends emails or push messages: it still runs and
				records, but tells nobody until then. A paused automation does nothing until you resume it: pictures
				and scheduled times start no runs, and each mail to it is recorded as skipped. A copy begins paused.
			</p>
			<p>
				An automation can work only when you are away, or only when you are at home. You say which with one
				switch for your whole account.
			</p>
		</Topic>
		<Topic title="Teach it">
			<p>
				The built-in model knows everyday things, but not what “the gate is open” or “the bin is out” means at
				your house. Under “Teach it” you mark pictures of the camera: yes if it is true, no if it is not. It
				needs at least 3 of each; more are better, by day and by night. From then on it compares each new
				picture with them and says met, not met, or that it cannot tell; the run shows the nearest example of
				each side. Marking runs right or wrong teaches it too.
			</p>
			<p>
				It tests itself: “right on 18 of 20” means that 18 of your examples fit the others. A prompt can use
				both: “a person, and the gate is open (taught)”. If the model can judge a prompt without examples,
				both must agree. If the camera is moved, mark newer pictures. A copy of an automation has the same
				examples; the history of its settings does not contain them.
			</p>
		</Topic>
		<Topic title="Try it">
			<p>
				Beside the editor you see the latest picture or mail, and what the automation would say about it as
				you have written it, before you save it. On a small screen the button “Try it” shows the same. You can
				try the last 20 pictures of the device at once, any mail, or now. You see each verdict with its
				evidence, the mail that would go out, and which of the pictures would have sent one. Nothing is sent
				and nothing is charged. Mark a run’s verdict as right or wrong, and it becomes part of the
				automation’s own test set, which you can try again after every change.
			</p>
		</Topic>
		<ModelHelp settings={settings} />
	</>
);
