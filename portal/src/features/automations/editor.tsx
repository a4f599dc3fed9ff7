import { useQuery } from '@tanstack/react-query';
import type { Automation } from '@watchword/contract/automation';
import type { Channel } from '@watchword/contract/channel';
import { FREE_AUTOMATIONS_PER_DEVICE } from '@watchword/contract/constants';
import type { Device } from '@watchword/contract/device';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { channelsQuery } from '../../lib/account-documents.ts';
import { billingQuery, devicesQuery, outlookQuery } from '../../lib/documents.ts';
import { PageTitle } from '../../lib/page-title.tsx';
import { timeOfDay } from '../../lib/time.ts';
import { restOf } from '../../product/rest.ts';
import { RestLine } from '../../product/rest-line.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { InSteps } from '../../ui/in-steps.tsx';
import { Note } from '../../ui/note.tsx';
import { textLink } from '../../ui/text-link.ts';
import { AutomationActions } from './automation-actions.tsx';
import { Beside } from './beside.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EditorNotices } from './editor-notices.tsx';
import type { Words } from './form/difference.ts';
import { sentenceOf } from './form/sentence.ts';
import { HistoryButton } from './history-dialog.tsx';
import { useLeaveGuard } from './leave-guard.tsx';
import { MoreMenu } from './more-menu.tsx';
import { NameField } from './name-field.tsx';
import { partOf, useParts } from './parts.tsx';
import { FieldsSection } from './results/fields-section.tsx';
import { ResultsSection } from './results/results-section.tsx';
import { ActionSection } from './sections/action-section.tsx';
import { AlertSection } from './sections/alert-section.tsx';
import { BurstSection } from './sections/burst-section.tsx';
import { CapSection } from './sections/cap-section.tsx';
import { deviceName, InputsSection } from './sections/inputs-section.tsx';
import { LimitSection } from './sections/limit-section.tsx';
import { PromptSection } from './sections/prompt-section.tsx';
import { Section } from './sections/section.tsx';
import { TeachSection } from './teach/teach-section.tsx';
import { TemplateOffer } from './templates/template-offer.tsx';
import { useEditor } from './use-editor.ts';
import { ValuesSection } from './values/values-section.tsx';

type Props = { automation: Automation; onDelete: () => Promise<void> };

const NO_DEVICES: Device[] = [];
const NO_CHANNELS: Channel[] = [];

/** What gets the focus, such as a field with a problem, is scrolled to a place above the bar at the bottom. */
const ABOVE_BAR = '[&>:not(footer)_:is(a,button,input,select,textarea)]:scroll-mb-48';

const Template = partOf(TemplateOffer);
const Inputs = partOf(InputsSection);
const Prompt = partOf(PromptSection);
const Limit = partOf(LimitSection);
const Action = partOf(ActionSection);
const Alerts = partOf(AlertSection);
const Fields = partOf(FieldsSection);
const Cap = partOf(CapSection);
const Burst = partOf(BurstSection);
const Teach = partOf(TeachSection);
const Right = partOf(Beside);
const Results = partOf(ResultsSection);

export function AutomationEditor({ automation, onDelete }: Props) {
	const editor = useEditor(automation);
	const { base, form, problems, changed, fail, forget } = editor;
	const { given, discard } = useParts(editor);
	const limit = given(Limit);
	const [isTrying, setTrying] = useState(false);
	const closeTrying = useCallback(() => setTrying(false), []);
	const { data: devices = NO_DEVICES } = useQuery(devicesQuery);
	const { data: channels = NO_CHANNELS } = useQuery(channelsQuery);
	const { guard, letGo, hold } = useLeaveGuard({ name: base._name, changed });
	// A state, not a setting: it may change while the form is edited.
	const rest = restOf(automation, editor.clock.now.getTime());
	const chosen = devices.find(({ id }) => id === form.trigger_device_deviceID);
	const words: Words = {
		device: (id) => {
			const device = devices.find((device) => device.id === id);
			return device ? deviceName(device) : id ? 'A device that is not there any more' : '';
		},
		time: timeOfDay,
		channels: (ids) => channels.filter(({ id }) => ids.includes(id)).map(({ name }) => name),
	};

	async function remove() {
		letGo();
		try {
			await onDelete();
			forget();
		} catch (error) {
			hold();
			fail(error);
		}
	}

	return (
		<Card className="min-w-0 desk:grid desk:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_25rem]">
			<PageTitle name={base._name} />
			<div className={classes('flex min-w-0 flex-col', ABOVE_BAR)}>
				<header className="grid gap-2 px-5 py-5 sm:px-7">
					<div className="flex flex-wrap items-start justify-between gap-x-3">
						<NameField saved={automation._name} editor={editor} />
						<div className="-mx-3 flex flex-wrap items-center">
							<HistoryButton editor={editor} words={words} />
							<MoreMenu automation={automation} rest={rest} changed={changed} />
						</div>
					</div>
					<p role="status" className="empty:hidden">
						{rest && <RestLine automation={automation} now={editor.clock.now.getTime()} />}
					</p>
					<p className="text-pretty wrap-anywhere text-muted">
						{sentenceOf(form, {
							...words,
							device: chosen ? deviceName(chosen) : null,
							channels: words.channels(form._channels),
						})}
					</p>
					<Credits isFree={runsFree(base.id, form._triggerType === 'capture' ? chosen : undefined)} />
					<EditorNotices editor={editor} automation={automation} />
				</header>
				<InSteps first={0}>
					<Template {...given(Template)} />
					<Inputs {...given(Inputs)} devices={devices} />
					<Prompt {...given(Prompt)} />
					{(limit.editor.form._triggerType === 'capture' || problems._limitSchedule) && <Limit {...limit} />}
					<Action {...given(Action)} />
					<Section title="More">
						<div className="-my-2 grid">
							<Alerts {...given(Alerts)} rest={rest} />
							<Fields {...given(Fields)} />
							<Cap {...given(Cap)} />
							<Burst {...given(Burst)} />
							<Teach {...given(Teach)} />
						</div>
					</Section>
					<Results {...given(Results)} />
					<ValuesSection id={base.id} name={base._name} />
					<AutomationActions
						editor={editor}
						onTry={() => setTrying(true)}
						onDiscard={discard}
						onDelete={remove}
					/>
				</InSteps>
			</div>
			<InSteps first={0}>
				<Right {...given(Right)} open={isTrying} onClose={closeTrying} />
			</InSteps>
			<ConflictDialog editor={editor} words={words} />
			{guard}
		</Card>
	);
}

/** The first automations of a device run free of charge on its captures. */
function runsFree(id: string, device: Device | undefined): boolean {
	if (!device) return false;
	const place = device.automations.indexOf(id);
	return (place < 0 ? device.automations.length : place) < FREE_AUTOMATIONS_PER_DEVICE;
}

function Credits({ isFree }: { isFree: boolean }) {
	const { data: billing } = useQuery(billingQuery);
	const { data: outlook } = useQuery({ ...outlookQuery, enabled: !isFree });
	if (!billing || !outlook || billing.creditBalance >= outlook.creditsPerRun || isFree) return null;
	return (
		<Note>
			You have {billing.creditBalance === 0 ? 'no' : 'too few'} credits, so it cannot run.{' '}
			<Link to="/app/billing" className={textLink}>
				Buy credits
			</Link>
		</Note>
	);
}
