import type { PortalSettings } from '@watchword/contract/portal';
import { KNOWN_THINGS } from './known-things.ts';
import { Topic } from './topic.tsx';

const COUNT = KNOWN_THINGS.flatMap(({ things }) => things).length;

/** Which model decides, what the built-in model can see, and how to configure another. */
export const ModelHelp = ({ settings }: { settings: PortalSettings | undefined }) => (
	<>
		<Topic id="the-model" title="What the model sees, and what it does not">
			{settings && (
				<p>
					{settings.builtInModel
						? 'On this portal the built-in model decides.'
						: 'On this portal another model than the built-in one decides; each run names it.'}
				</p>
			)}
			<p>
				The built-in model runs without the internet. In pictures it finds {COUNT} everyday kinds of object
				and judges conditions over them: “when there is a person or a dog and no car”, “more than two people”,
				“nobody is there”, “a person between 22:00 and 06:00”. A place you name, such as “in my driveway”,
				means the whole picture, unless you drew a zone with that name. It does not know who somebody is,
				judge moods, colours or actions, or tell a delivery van from a family car. In mails it finds words,
				and order numbers, totals and dates beside their labels, answers plain questions in English and German
				(“Is it from ACME?”, “Ist das eine Rechnung?”), and replies with what you tell it to say: “thank them
				and say that we will answer within two days”. It does not write essays. When a prompt is beyond it, it
				says that it cannot tell rather than guess, and under the prompt the editor shows how the model reads
				it.
			</p>
			<p>
				It also reads printed words and digits in the Latin alphabet: on signs, number plates, meters and
				displays, and in scanned PDFs and photographed letters that come by mail. Say what to read or what it
				must say: “read the meter”, “if the sign says CLOSED”, “the plate is ABC123 or XYZ789”, “the display
				shows more than 20”. What it is not certain of, it does not claim to have read.
			</p>
			<p>
				Numbers it reads or counts are kept with their runs. Under “Values” the editor of the automation
				charts them, lists them and downloads them as a CSV file, and a prompt can compare with earlier ones:
				“tell me if the meter is more than 10 above yesterday”.
			</p>
			<details className="rounded-control border border-line px-4 py-3">
				<summary className="cursor-pointer font-medium text-ink">All {COUNT} things it can see</summary>
				<dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[9rem_1fr]">
					{KNOWN_THINGS.map(({ title, things }) => (
						<div key={title} className="contents">
							<dt className="text-small font-medium text-ink">{title}</dt>
							<dd className="text-small">{things.join(', ')}</dd>
						</div>
					))}
				</dl>
			</details>
		</Topic>
		<Topic id="another-model" title="Using another model">
			<p>
				Whoever runs this portal can set a language model that sees pictures, on a server of their own or a
				hosted one: <Setting>MODEL=openai-compatible</Setting> with <Setting>MODEL_URL</Setting> and{' '}
				<Setting>MODEL_NAME</Setting>, or <Setting>MODEL=anthropic</Setting> with{' '}
				<Setting>MODEL_NAME</Setting> and <Setting>MODEL_API_KEY</Setting>, then restart it.{' '}
				<Setting>{`${settings?.commands.admin ?? 'watchword admin'} model test`}</Setting> says whether it
				answers. Your automations stay as they are. If somebody runs it for you, write to{' '}
				{settings ? (
					<a href={`mailto:${settings.supportEmail}`} className="text-accent underline underline-offset-4">
						{settings.supportEmail}
					</a>
				) : (
					'the support'
				)}
				.
			</p>
		</Topic>
	</>
);

const Setting = ({ children }: { children: string }) => (
	<code className="rounded-sm bg-sunken px-1 py-0.5 text-small wrap-anywhere text-ink">{children}</code>
);
