import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountEvent } from '@watchword/contract/account-event';
import { ACCOUNT_EVENT_DAYS } from '@watchword/contract/constants';
import { CircleAlert, History } from 'lucide-react';
import { useState } from 'react';
import { accountEventsQuery } from '../../lib/account-documents.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { browserInWords } from './browser.ts';
import { eventInWords, isAlarming, sourceInWords } from './event-words.ts';
import { Loaded } from './loaded.tsx';
import { Moment } from './moment.tsx';

/** Few at first: the screen has more cards below. */
const SHOWN = 5;
const MORE = 20;

/** The account's history, in which its owner can notice an intruder. */
export function AccountHistory() {
	const query = useInfiniteQuery(accountEventsQuery);
	const [shown, setShown] = useState(SHOWN);
	const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
	return (
		<div className="grid gap-5">
			<p className="text-pretty text-muted">
				What happened to your account in the last {ACCOUNT_EVENT_DAYS} days. Is anything here not you? Change
				your password: that signs out every other browser. Then revoke API tokens and remove cameras that you
				do not know, because a new password does not stop them.
			</p>
			<Loaded query={query} height="h-48">
				{({ pages }) => {
					const events = pages.flatMap(({ items }) => items);
					const showMore = () => {
						setShown(shown + MORE);
						if (hasNextPage && events.length < shown + MORE) void fetchNextPage();
					};
					return (
						<>
							{events.length === 0 && <p className="text-small text-muted">Nothing has happened yet.</p>}
							<ul className="grid gap-4">
								{events.slice(0, shown).map((event) => (
									<EventRow key={event.id} event={event} />
								))}
							</ul>
							{isFetchNextPageError && (
								<p role="alert" className="text-small text-loss">
									More could not be loaded. Please try again.
								</p>
							)}
							{(hasNextPage || events.length > shown) && (
								<Button busy={isFetchingNextPage} className="justify-self-start" onClick={showMore}>
									Show more
								</Button>
							)}
						</>
					);
				}}
			</Loaded>
		</div>
	);
}

function EventRow({ event }: { event: AccountEvent }) {
	const Icon = isAlarming(event) ? CircleAlert : History;
	const { at, ip_address, user_agent } = event;
	const source = ip_address ? `${browserInWords(user_agent)}, from ${ip_address}` : sourceInWords(event);
	return (
		<li className="flex gap-3">
			<Icon
				aria-hidden
				className={classes('mt-0.5 size-5 shrink-0', isAlarming(event) ? 'text-attention' : 'text-muted')}
				strokeWidth={1.75}
			/>
			<div className="grid min-w-0 gap-0.5">
				<p className="font-medium text-pretty wrap-anywhere">{eventInWords(event)}</p>
				<p className="text-small wrap-anywhere text-muted">
					<Moment iso={at} />
					{source && ` · ${source}`}
				</p>
			</div>
		</li>
	);
}
