import { useQuery } from '@tanstack/react-query';
import { CREDITS_PER_DOLLAR, CURRENCY, FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Accordion } from '../../ui/accordion.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { textLink } from '../../ui/text-link.ts';

export function HelpPage() {
	const support = useQuery(portalQuery).data?.supportEmail;
	return (
		<>
			<PageTitle name="Help" />
			<PageHeader title="Help">How each part of the portal works, and who to ask.</PageHeader>
			<Accordion
				sections={[
					{
						title: 'Automations Tab',
						content: (
							<>
								<p>
									An automation has an input, a prompt and an action. The input sets it off: an email sent to
									the automation's own address, a time of day, or a capture of one of your devices.
								</p>
								<p>
									The prompt says in your own words what to look for or what to do. The action is what
									follows: an email to an address you choose, a reply to the email that came in, or a result
									saved to storage.
								</p>
							</>
						),
					},
					{
						title: 'Runs Tab',
						content: (
							<p>
								Each time an automation is set off, a run is recorded. It shows which automation it was, when
								it ran, what set it off and what was done.
							</p>
						),
					},
					{
						title: 'Devices',
						content: (
							<>
								<p>
									A device is a camera of your account. Your Devices shows the latest capture of each. You
									decide between which times of day it captures images and uses its flashlight.
								</p>
								<p>
									Times are shown in the local time of the browser you are using. Each device includes{' '}
									{FREE_AUTOMATIONS_PER_DEVICE} free automations before credits are charged.
								</p>
							</>
						),
					},
					{
						title: 'Credits and Billing',
						content: (
							<p>
								Credits are consumed when automations run. One dollar buys {CREDITS_PER_DOLLAR} credits;
								prices are in {CURRENCY}. Your balance stands under Credits and Billing.
							</p>
						),
					},
					{
						title: 'Contact Support',
						content: (
							<p>
								Write to{' '}
								<a className={textLink} href={`mailto:${support ?? ''}`}>
									{support}
								</a>
								. Tell us which automation or device it is about and when it happened, and we can look it up.
							</p>
						),
					},
				]}
			/>
		</>
	);
}
