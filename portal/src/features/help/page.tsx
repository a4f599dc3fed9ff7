import { useQuery } from '@tanstack/react-query';
import { portalQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { Accordion } from '../../ui/accordion.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AutomationsHelp } from './automations-help.tsx';
import { BillingHelp } from './billing-help.tsx';
import { ContactHelp } from './contact-help.tsx';
import { DevicesHelp } from './devices-help.tsx';
import { RunsHelp } from './runs-help.tsx';
import { useOpenSections } from './use-open-sections.ts';

const SECTIONS = [
	{ id: 'automations-tab', title: 'Automations Tab', topics: ['alerts', 'the-model', 'another-model'] },
	{ id: 'runs-tab', title: 'Runs Tab' },
	{ id: 'devices', title: 'Devices' },
	{ id: 'credits-and-billing', title: 'Credits and Billing' },
	{ id: 'contact-support', title: 'Contact Support' },
] as const;

export function HelpPage() {
	const settings = useQuery(portalQuery).data;
	const { open, change } = useOpenSections(SECTIONS);
	const contents = {
		'automations-tab': <AutomationsHelp settings={settings} />,
		'runs-tab': <RunsHelp kept={settings?.keptDays} />,
		devices: <DevicesHelp kept={settings?.keptDays} />,
		'credits-and-billing': <BillingHelp />,
		'contact-support': <ContactHelp address={settings?.supportEmail} />,
	};
	return (
		<>
			<PageTitle name="Help" />
			<PageHeader title="Help">How each part of the portal works, and who to ask.</PageHeader>
			<Accordion
				sections={SECTIONS.map((section) => ({ ...section, content: contents[section.id] }))}
				open={open}
				onOpenChange={change}
			/>
			{settings && <p className="mt-6 text-small text-muted">Watchword {settings.release}</p>}
		</>
	);
}
