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
				The built-in model runs without the internet. It reads your prompt into a condition, which the editor
				shows under “Watches for”: “at least 1 person in Driveway between 22:00 and 06:00”. That condition
				decides. Click a part to change it. Words it does not know are marked: teach them by example, or use a
				language model. Until then the answer is “cannot tell”, never a guess.
			</p>
			<p>
				In pictures it finds {COUNT} everyday kinds of object, reads printed text and numbers (“read the
				meter”, “if the sign says CLOSED”), and compares them with earlier ones; “Values” charts them. In
				mails it looks for a sender, words, amounts, dates, files and kinds of mail, such as invoices and
				newsletters. It does not know who somebody is, moods, colours or actions.
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
				Whoever runs this portal can set a language model that sees pictures: one in a folder of this server (
				<Setting>MODEL=local</Setting> with <Setting>MODEL_NAME</Setting>), or on a server of their own or a
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
