import type { PortalSettings } from '@watchword/contract/portal';
import { Link } from 'react-router';
import { runsKept } from '../../product/kept.ts';
import { useSells } from '../../product/use-sells.ts';
import { textLink } from '../../ui/text-link.ts';
import { Topic } from './topic.tsx';

export const RunsHelp = ({ kept }: { kept: PortalSettings['keptDays'] | undefined }) => (
	<>
		<p>
			Each time something starts an automation, a run is recorded: which automation it was, when, what came
			in, what was decided and what was done. Open a run to see all of it.
		</p>
		<Topic title="What the model can decide">
			<p>
				<strong className="font-medium text-ink">Met</strong>: what your prompt describes is there.{' '}
				<strong className="font-medium text-ink">Not met</strong>: it is not.{' '}
				<strong className="font-medium text-ink">Cannot tell</strong>: the model could not decide, and the run
				says why. Beside the verdict you see what the model saw. Mark whether it was right: “Try it” in the
				editor tests your prompt on the runs you marked.
			</p>
		</Topic>
		<Topic title="When a run fails or is skipped">
			<p>
				A failed run says why, costs nothing and is never shown as a verdict. A skipped run has sent and saved
				nothing, and says why: {useSells() && 'there were too few credits, '}a Daily Cap was reached, the
				sender is not allowed or gets no reply, the automation was paused or works only when you are at home
				or away, the picture showed nothing new, or the mail did not get your yes.
			</p>
		</Topic>
		<Topic title="Sharing a run or an episode">
			<p>
				Open it and press Share. Whoever has the link sees the pictures, the time, the verdict and the
				evidence, and nothing else of your account. Under{' '}
				<Link to="/app/account#shared-links" className={textLink}>
					Shared links
				</Link>{' '}
				you see how often a link was opened, and can revoke it.
			</p>
		</Topic>
		<Topic title="Saved files">
			<p>
				What automations with the action “Save to Storage” have saved is under{' '}
				<Link to="/app/files" className={textLink}>
					Files
				</Link>
				, in a folder for each automation: the result as text and as JSON, with the capture or the mail that
				it was made from. There you can search, look at it, download it as a zip and delete it. A run whose
				files you deleted stays, and says so.
			</p>
		</Topic>
		<Topic title="What is kept, and for how long">
			<p>
				{kept && `${runsKept(kept)}. `}Runs you marked as right or wrong stay. Mails, captures and saved files
				stay for as long as the run they belong to. A run stays readable after its automation has been
				deleted, and what it cost stays in your account.
			</p>
		</Topic>
	</>
);
