import {
	CREDITS_PER_DOLLAR,
	CURRENCY,
	FREE_AUTOMATIONS_PER_DEVICE,
	LOW_BALANCE,
	PURCHASE_DOLLARS,
} from '@watchword/contract/constants';
import { useSells } from '../../product/use-sells.ts';
import { Topic } from './topic.tsx';

/** Small numbers read better as words. */
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five'];

export const BillingHelp = () =>
	useSells() ? <Prices /> : <p>Runs cost nothing here, and you need no credits.</p>;

const Prices = () => (
	<>
		<p>
			A run costs 1 credit, unless whoever runs this portal has set another price. It is taken when the model
			has answered; a run that fails or cannot tell costs nothing.
		</p>
		<Topic title="What is free">
			<p>
				Each device includes {WORDS[FREE_AUTOMATIONS_PER_DEVICE] ?? FREE_AUTOMATIONS_PER_DEVICE} free
				automations before credits are charged: those attached to it first. They run free on its captures.
			</p>
		</Topic>
		<Topic title="Buy credits">
			<p>
				$1 buys {CREDITS_PER_DOLLAR} credits; prices are in {CURRENCY}. You can buy for whole dollars from $
				{PURCHASE_DOLLARS.min} to ${PURCHASE_DOLLARS.max} at a time. You find your balance under Credits and
				Billing.
			</p>
		</Topic>
		<Topic title="When they run out">
			<p>
				We write to you when {LOW_BALANCE} credits are left, and when none are. Runs that would cost more than
				you have are skipped, and the run says so; we write about that at most once a day. Until you have
				credits again, mail to your automations is refused, and its senders are told to try again later. Your
				balance never goes below zero.
			</p>
		</Topic>
		<Topic title="See where they went, and set a limit">
			<p>
				The statement under Credits and Billing lists every purchase, with its receipt, and what each
				automation cost on each day. With a Daily Cap an automation runs at most that often in a day.
			</p>
		</Topic>
	</>
);
