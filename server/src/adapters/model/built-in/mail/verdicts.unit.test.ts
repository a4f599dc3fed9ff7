/** What a mail must say for a verdict, and what only resembles it. */
import { describe, expect, test } from 'vitest';
import { judgeMail } from '../../../../testing/judge-mail.ts';

const NAME = '%s | %s | %s: %s';
const judges = (prompt: string, subject: string, text: string, verdict: string) =>
	expect(judgeMail(prompt, { subject, text, attachments: [] })).toMatchObject({ verdict });

describe('numbers have names', () => {
	test.each([
		[
			'Tell me if there are more than 3 open tickets',
			'Report',
			'Closed tickets: 40\nOpen tickets: 2',
			'not met',
		],
		['Tell me if there were more than 10 new orders', 'Daily report', 'New orders: 12\nReturns: 3', 'met'],
		[
			'Tell me if there were more than 10 new orders',
			'Daily report',
			'New orders yesterday: 4\nNew orders last week: 50',
			'cannot tell',
		],
		['Tell me if there are fewer than 5 free places', 'Course', 'Free places: 7', 'not met'],
		[
			'Tell me if there are more than 2 failed backups',
			'Backups',
			'Successful backups: 14\nFailed backups: none',
			'cannot tell',
		],
		[
			'Tell me if the phone bill is over 50 euros',
			'Your phone bill',
			'Your phone bill for November\nAmount due: 44.90 EUR\nLast month: 61.00 EUR',
			'not met',
		],
		[
			'Tell me if the phone bill is over 50 euros',
			'Your bills',
			'Electricity bill: 80.00 EUR\nPhone bill: 30.00 EUR',
			'not met',
		],
		[
			'Tell me if the phone bill is over 50 euros',
			'Your electricity bill',
			'Amount due: 92.00 EUR',
			'cannot tell',
		],
		[
			'Tell me if the water bill is over 100 euros',
			'Invoice 812 for gas',
			'Gas October\nTotal: 180.00 EUR',
			'cannot tell',
		],
		[
			'Tell me if the quote is over 2000 pounds',
			'Quote',
			'Quote\nOption A: £1,800.00\nOption B: £2,400.00',
			'cannot tell',
		],
		[
			'Tell me if the quote is below 1000 euros',
			'Your invoice',
			'As in our quote.\nTotal: 800.00 EUR\nInvoice 8123',
			'cannot tell',
		],
		[
			'Tell me if the estimate is over 500 dollars',
			'Estimate',
			'Estimate for the fence\nTotal: $620.00',
			'met',
		],
		[
			'Tell me if the temperature in the cellar is below 5 degrees',
			'Sensors',
			'Cellar temperature: 3 °C\nKitchen temperature: 21 °C',
			'met',
		],
		[
			'Tell me if the temperature in the cellar is below 5 degrees',
			'Sensors',
			'Kitchen temperature: 3 °C',
			'cannot tell',
		],
		[
			'Tell me if the temperature in the cellar is below 5 degrees',
			'Sensors',
			'Temperature outside: 2 °C. The cellar is dry.',
			'cannot tell',
		],
		[
			'Tell me if the humidity in the bathroom is above 80%',
			'Sensors',
			'Bathroom humidity: 65%\nKitchen humidity: 90%',
			'not met',
		],
	])(NAME, judges);
});

describe('what is counted is of something', () => {
	test.each([
		[
			'Tell me about bookings for more than 8 people',
			'New booking',
			'Booking for 10 guests on Saturday at 20:00.',
			'met',
		],
		[
			'Tell me about bookings for more than 8 people',
			'New booking',
			'Booking for 4 guests on Saturday. Our hall has room for 90 people.',
			'not met',
		],
		[
			'Tell me about bookings for more than 8 people',
			'Your booking enquiry',
			'For a booking: our hall seats 90 people.',
			'cannot tell',
		],
		[
			'Tell me about bookings for more than 8 people',
			'Booking',
			'The booking for 12 people was cancelled, please book a table for 2 people.',
			'cannot tell',
		],
		[
			'Tell me about bookings for more than 8 people',
			'News',
			'Last year we had bookings for 12 people and for 30 people.',
			'cannot tell',
		],
		[
			'Tell me if the order is for more than 5 items',
			'Order',
			'Your order of 12 items was sent. Order today: every 5 items one free.',
			'met',
		],
		[
			'Tell me if the stock is below 20 pieces',
			'Stock',
			'Stock is delivered in boxes of 12 pieces each.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('what is denied has not happened', () => {
	test.each([
		[
			'Tell me if my account was closed',
			'Your account',
			'Your account has not been closed. You can go on using it.',
			'not met',
		],
		[
			'Tell me if my account was closed',
			'Your account',
			'If your account was not closed by Friday, call us.',
			'cannot tell',
		],
		[
			'Tell me if the contract was signed',
			'Contract',
			'The contract was not signed by Tom but by Anna.',
			'cannot tell',
		],
		[
			'Tell me if a card was blocked',
			'Card',
			'The first card was not blocked. The second card was blocked on Monday.',
			'met',
		],
		[
			'Tell me if the price was reduced',
			'Offer',
			'The price was not reduced enough for us. It was 100 and is now 90.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('what is down may be up again', () => {
	test.each([
		['Tell me if the website is down', 'ALERT: website is down', 'The website is down since 10:04.', 'met'],
		[
			'Tell me if the website is down',
			'Maintenance',
			'On Saturday the website will be down for two hours.',
			'cannot tell',
		],
		['Tell me if the website is down', 'Prices', 'Prices on our website are down by 20%.', 'cannot tell'],
		[
			'Tell me if the server is down',
			'Report',
			'The server is slowed down by backups. Traffic is down.',
			'cannot tell',
		],
		[
			'Tell me if the server is down',
			'Guide',
			'How to see whether the server is down: open the page.',
			'cannot tell',
		],
		[
			'Tell me when the server is back online',
			'Status',
			'The server is back online. Sorry for the trouble.',
			'met',
		],
		[
			'Tell me when the server is back online',
			'Status',
			'We hope that the server is back online soon.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('a customer who has cancelled', () => {
	test.each([
		[
			'Tell me when a customer cancels an appointment',
			'Calendar',
			'The customer Jo Lee has cancelled the appointment on 3 December.',
			'met',
		],
		[
			'Tell me when a customer cancels an appointment',
			'Calendar',
			'The customer Jo Lee has confirmed the appointment on 3 December.',
			'cannot tell',
		],
		[
			'Tell me when a customer cancels an appointment',
			'Rules',
			'A customer who has cancelled an appointment pays nothing.',
			'cannot tell',
		],
		[
			'Tell me when a customer cancels an appointment',
			'Calendar',
			'We have cancelled your appointment with the customer.',
			'cannot tell',
		],
		['Tell me when a guest cancels', 'Party', 'No guest has cancelled the visit so far.', 'cannot tell'],
		[
			'Tell me when a guest cancels',
			'Tips',
			'What to do if a guest has cancelled the stay? Read our tips.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('a short name is of several kinds of mail', () => {
	test.each([
		[
			'Tell me about payment reminders',
			'Reminder: invoice 4711',
			'Invoice 4711 over 80.00 EUR is overdue. Please pay.',
			'met',
		],
		[
			'Tell me about payment reminders',
			'Reminder for the parents evening 2026',
			'See you on Tuesday. Please bring the payment for the trip.',
			'cannot tell',
		],
		[
			'Save bank statements',
			'Your statement for October',
			'Your account statement for October is ready in online banking.',
			'met',
		],
		[
			'Save bank statements',
			'Statement for the press',
			'Our bank takes no account of rumours.',
			'cannot tell',
		],
		[
			'Tell me about job applications',
			'Application for a parking permit',
			'Please find my application for a parking permit.',
			'cannot tell',
		],
		[
			'Tell me about job applications',
			'Application for the position of cook',
			'Dear team, I have cooked for ten years. My CV is attached.',
			'met',
		],
		['Tell me about reminders', 'Reminder for your appointment 123', 'See you on Monday.', 'met'],
		[
			'Let me know about payment reminders',
			'Reminder for your appointment 123',
			'We look forward to seeing you on 24 November.',
			'cannot tell',
		],
		[
			'Save bank statements',
			'Statement of the board',
			'The board regrets what happened at the match and will talk to the fans.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('a payment and what is delayed', () => {
	test.each([
		[
			'Tell me if a payment failed',
			'Payment',
			'We have received your payment for October. Your payment for November failed.',
			'cannot tell',
		],
		[
			'Tell me if a payment failed',
			'Payment',
			'Once we have received your payment, we ship. Your last payment failed.',
			'met',
		],
		['Tell me if the payment failed', 'Payment', 'We have not received your payment yet.', 'cannot tell'],
		['Tell me if my order is delayed', 'Order', 'Your order left our house and is delayed by snow.', 'met'],
		[
			'Tell me if my order is delayed',
			'Order',
			'Your order is ready, and the train of our driver is delayed.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('an exception is of all that stands before it', () => {
	test.each([
		[
			'Tell me if it mentions a strike or a delay unless it is a newsletter',
			'Train',
			'There is a strike on Friday. Trains of your line do not run. The company is sorry.',
			'met',
		],
		[
			'Tell me if it mentions a strike or a delay unless it is a newsletter',
			'Newsletter 4',
			'Newsletter: all about the strike. Unsubscribe here.',
			'not met',
		],
	])(NAME, judges);
});

describe('a balance has a day, and a line may be a total', () => {
	test.each([
		[
			'Tell me if the balance is below 100 euros',
			'Bank',
			'Account balance on 1 October 2026: 50,00 EUR\nAccount balance on 1 November 2026: 500,00 EUR',
			'cannot tell',
		],
		[
			'Tell me if the invoice is over 100 EUR',
			'Rechnung 5512',
			'Netto 70,00 EUR\nMwSt 13,30 EUR\nGesamt 83,30 EUR',
			'not met',
		],
		[
			'Tell me if the balance falls below 200 euros',
			'Account balance',
			'Your account balance on 17.11.2026: 152,30 EUR',
			'met',
		],
		[
			'Tell me if the balance falls below 200 euros',
			'Account balance',
			'Your account balance on 17.11.2026: 1.152,30 EUR',
			'not met',
		],
		[
			'Tell me if the invoice is over 1000 EUR',
			'Rechnung 771',
			'Rechnung Nr. 771\nNetto 900,00 EUR\nMwSt 19% 171,00 EUR\nGesamt 1.071,00 EUR',
			'met',
		],
	])(NAME, judges);
});

describe('ignored, but not always', () => {
	test.each([
		[
			'Ignore invoices but tell me if they are over 500 EUR',
			'Invoice 712',
			'Invoice 712\nTotal: 620.00 EUR',
			'met',
		],
		[
			'Ignore invoices but tell me if they are over 500 EUR',
			'Invoice 712',
			'Invoice 712\nTotal: 120.00 EUR',
			'not met',
		],
		[
			'Ignore newsletters but tell me if they mention pumps',
			'Newsletter 11',
			'This newsletter is about pumps and filters.\nUnsubscribe',
			'met',
		],
		[
			'Ignore newsletters but tell me if they mention pumps',
			'Newsletter 11',
			'This newsletter is about goldfish.\nUnsubscribe',
			'not met',
		],
	])(NAME, judges);
});

describe('what is only named is not there', () => {
	test.each([
		['Tell me if there is a delay', 'Train', 'We are sorry for the delay of your train.', 'met'],
		['Tell me if there is a delay', 'Re: Quote', 'Apologies for the delay, I was on holiday.', 'cannot tell'],
		[
			'Tell me if there is a fire',
			'Insurance',
			'Our policy protects your home against fire. A smoke alarm warns of fire.',
			'cannot tell',
		],
		['Tell me if there is a storm', 'Weather', 'There is a storm in the north tonight.', 'met'],
		['Tell me if there is a leak', 'Shop', 'We sell paste for a leak in the roof.', 'cannot tell'],
		[
			'Tell me if there is a delay',
			'Your question',
			'Hi, sorry for the delay in answering. The brochure is attached.',
			'cannot tell',
		],
		['Tell me if there is a fire', 'Wood', 'We have wood for the fire.', 'cannot tell'],
	])(NAME, judges);
});

describe('who does something to what is asked for', () => {
	test.each([
		[
			'Tell me if my card was blocked',
			'Security',
			'We have blocked your card because of an unusual payment.',
			'met',
		],
		[
			'Tell me if my card was blocked',
			'Security',
			'We have blocked your card number in our list of examples of spam.',
			'cannot tell',
		],
		[
			'Tell me if my card was blocked',
			'Security',
			'We have blocked the card of another customer.',
			'cannot tell',
		],
		[
			'Tell me if my card was blocked',
			'Security',
			'Never say on the phone that we have blocked your card.',
			'cannot tell',
		],
		[
			'Tell me if my card was blocked',
			'Security',
			'Fraudsters write: "We have blocked your card." Do not believe them.',
			'cannot tell',
		],
		['Tell me if my card was blocked', 'Security', 'Have we blocked your card? Call us.', 'cannot tell'],
		['Tell me if the order was confirmed', 'Order 12', 'We confirm your order 12 with thanks.', 'met'],
		[
			'Tell me if the order was confirmed',
			'Order 12',
			'We confirm your order within two days.',
			'cannot tell',
		],
		[
			'Tell me if the order was confirmed',
			'Order 12',
			'Please check the details before we confirm your order.',
			'cannot tell',
		],
		[
			'Tell me if my booking was changed',
			'Booking',
			'We have changed your booking for 3 December to room 4.',
			'met',
		],
		[
			'Tell me if my booking was changed',
			'Booking',
			'We have changed your booking fee to 0 EUR.',
			'cannot tell',
		],
		[
			'Tell me if my booking was cancelled',
			'Booking',
			'They cancelled the booking of your neighbour.',
			'cannot tell',
		],
		[
			'Tell me when the hotel confirms my reservation',
			'Your stay',
			'Your reservation for 12 December has been confirmed.',
			'met',
		],
		[
			'Tell me when the hotel confirms my reservation',
			'Your stay',
			'Your reservation has not been confirmed yet.',
			'not met',
		],
		['Tell me if the bank rejects my loan', 'Loan', 'Your loan was approved.', 'cannot tell'],
		['Tell me if the airline changes my flight', 'Flight', 'Your flight has been changed to 10:40.', 'met'],
		[
			'Tell me if the airline changes my flight',
			'Flight',
			'Your meal on the flight has been changed.',
			'cannot tell',
		],
		['Tell me if the school closes the library', 'School', 'The library is closed on 20 November.', 'met'],
	])(NAME, judges);
});

describe('an appointment that is moved', () => {
	test.each([
		[
			'Tell me if my appointment is moved to another day',
			'Appointment',
			'Your appointment on 20 November has been rescheduled to 24 November.',
			'met',
		],
		[
			'Tell me if my appointment is moved to another day',
			'Appointment',
			'Appointments can be moved to another day online.',
			'cannot tell',
		],
		[
			'Tell me if my appointment is moved to another day',
			'Appointment',
			'Your appointment is on 20 November. The practice has moved to Main Street.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('an alarm that goes off', () => {
	test.each([
		['Tell me if the alarm goes off', 'Alarm', 'The alarm went off at 03:10 in the garage.', 'met'],
		[
			'Tell me if the alarm goes off',
			'Alarm',
			'When the alarm went off last year, nobody was at home.',
			'cannot tell',
		],
		[
			'Tell me if the alarm goes off',
			'Test',
			'Alarm test: the alarm was triggered by our engineer.',
			'cannot tell',
		],
		['Tell me if the alarm goes off', 'Alarm', 'The alarm was not triggered this week.', 'not met'],
		[
			'Tell me if the smoke detector is triggered',
			'Smoke detector',
			'The smoke detector in the hall was triggered at 12:00.',
			'met',
		],
		[
			'Tell me if the smoke detector is triggered',
			'Smoke detector',
			'The battery of the smoke detector is low.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('hearsay is no report', () => {
	test.each([
		[
			'Tell me if the train is delayed',
			'Train',
			'I think the train is delayed, but look yourself.',
			'cannot tell',
		],
		[
			'Tell me if the train is delayed',
			'Train',
			'The train is delayed by 20 minutes. We hope you understand.',
			'met',
		],
		[
			'Tell me if the order was shipped',
			'Order',
			'Apparently the order was shipped to the wrong street.',
			'cannot tell',
		],
		[
			'Tell me if the meeting is cancelled',
			'Cancelled: budget meeting',
			'The meeting on Monday is cancelled.',
			'met',
		],
		[
			'Tell me if the meeting is cancelled',
			'Re: budget meeting',
			'I heard that the meeting is cancelled. Is that true?',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('what takes place is not cancelled', () => {
	test.each([
		[
			'Tell me if the concert is cancelled',
			'Concert',
			'The concert takes place as planned on Friday.',
			'not met',
		],
		[
			'Tell me if the concert is cancelled',
			'Concert',
			'The concert takes place only if it does not rain.',
			'cannot tell',
		],
		[
			'Tell me if the concert is cancelled',
			'Concert',
			'The concert is cancelled. The concert on Sunday takes place as planned.',
			'met',
		],
		[
			'Tell me if the meeting is cancelled',
			'Budget meeting',
			'The meeting takes place. Only the lunch is cancelled.',
			'not met',
		],
	])(NAME, judges);
});

describe('other words for the same', () => {
	test.each([
		[
			'Tell me about bills',
			'Bill of lading 88123',
			'The bill of lading for your container is attached.',
			'cannot tell',
		],
		[
			'Tell me about offers',
			'Offer for your roof',
			'Dear Ms Post, here is our offer for your roof: 4,300 EUR.',
			'met',
		],
		[
			'Tell me if the backup failed',
			'Backup report',
			'The backup did not fail. All files were copied.',
			'not met',
		],
		[
			'Let me know if they offer a discount of more than 15%',
			'Sale',
			'Get a discount of 20% on all shoes.',
			'met',
		],
		[
			'Let me know if they offer a discount of more than 15%',
			'Sale',
			'Get 10% off shoes. 30% of our customers are students.',
			'not met',
		],
		[
			'Save all receipts',
			'Receipt of documents 2291',
			'We have received your documents and will check them.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('what is to be done is not done', () => {
	test.each([
		['Tell me if a contract was signed', 'x', 'The contract is ready to be signed.', 'cannot tell'],
		['Tell me if a contract was signed', 'x', 'The contract was finally signed by both.', 'met'],
		[
			'Tell me if a contract was signed',
			'x',
			'The contract is expected to be signed on Friday.',
			'cannot tell',
		],
		['Tell me if a contract was signed', 'x', 'The contract was almost signed.', 'cannot tell'],
		['Tell me if a contract was signed', 'x', 'The contract is scheduled to get signed.', 'cannot tell'],
		[
			'Tell me if a contract was signed',
			'x',
			'The contract with the city was sent to Tom and signed on Monday.',
			'cannot tell',
		],
		[
			'Tell me if a document was signed',
			'Please sign',
			'The document "Lease 2027" is waiting to be signed.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('until a day it is so', () => {
	test.each([
		['Tell me if the road is closed', 'x', 'The road is closed until Monday.', 'met'],
		['Tell me if the road is closed', 'x', 'The road is not closed until Monday.', 'cannot tell'],
		['Tell me if the road is closed', 'x', 'The road is closed until the snow is gone.', 'cannot tell'],
		['Tell me if my order is delayed', 'x', 'Your order is delayed until further notice.', 'met'],
		[
			'Tell me if my order is delayed',
			'x',
			'We will wait until next week to see whether your order is delayed.',
			'cannot tell',
		],
		['Let me know when my order ships', 'x', 'Your order ships on Friday.', 'cannot tell'],
		['Let me know when my order ships', 'x', 'Your order was shipped today.', 'met'],
		[
			'Let me know when my order ships',
			'x',
			'Free shipping on your next order. Ships worldwide.',
			'cannot tell',
		],
	])(NAME, judges);
});

describe('what mails have says which are meant', () => {
	test.each([
		['Forward mails with an invoice', 'x', 'The invoice is below.', 'met'],
		['Forward mails with an invoice', 'Lunch', 'Shall we have lunch, and where is it?', 'not met'],
		['Save mails with a tracking number', 'Lunch', 'Shall we have lunch, and where is it?', 'not met'],
		['Save mails with an attachment', 'x', 'y', 'not met'],
		['Forward only mails with an attachment', 'x', 'y', 'not met'],
	])(NAME, judges);
});

test('some mails of a kind are excepted by their sender', () => {
	const mail = { subject: 'Invoice 8812', text: 'Total: 20.00 EUR', attachments: [] };
	const from = (address: string) =>
		judgeMail('Save invoices except those from Telco', { ...mail, from: address }).verdict;
	expect(from('Wolf <rg@wolf.example>')).toBe('met');
	expect(from('Telco <rg@telco.example>')).toBe('not met');
});

test.each(['STATUS:CANCELLED', 'status:cancelled\r'])(
	'a calendar file with %s is no invitation',
	(status) => {
		const text = `BEGIN:VCALENDAR\nMETHOD:REQUEST\nSUMMARY:Lunch\n${status}\nEND:VCALENDAR`;
		for (const subject of ['Lunch', 'Invitation: Lunch 123'])
			expect(judgeMail('Tell me if it is an invitation', { subject, text }).verdict).toBe('cannot tell');
	},
);

test('a prompt of very many conditions judges a short mail, and no long one', () => {
	const prompt = `Tell me if ${'the order was cancelled or '.repeat(100)}the order was moved`;
	const judged = (text: string) => judgeMail(prompt, { subject: '', text, attachments: [] });
	expect(judged('The order was moved.').verdict).toBe('met');
	expect(judged('The order was moved.\n'.repeat(5000))).toMatchObject({
		verdict: 'cannot tell',
		evidence: expect.stringContaining('too many conditions'),
	});
});
