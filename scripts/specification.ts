/**
 * What the specification asks for in its sections 2 (screens), 5 (validation), 8 (errors) and 9 (constants), and the test that fails
 * without it: section, what it says, file, title of the test. `specification.test.ts` fails if a test is gone.
 */
const SIGN_IN = 'portal/src/features/sign-in/sign-in.component.test.tsx';
const RESET = 'portal/src/features/sign-in/reset.component.test.tsx';
const SHELL = 'portal/src/app/shell.component.test.tsx';
const PAGES = 'portal/src/app/pages.component.test.tsx';
const OPTIONS = 'portal/src/features/devices/options.component.test.tsx';
const EDITOR = 'portal/src/features/automations/editor.component.test.tsx';
const LIST = 'portal/src/features/automations/list/list.component.test.tsx';
const PAYMENT = 'portal/src/features/billing/payment.component.test.tsx';
const CONSTANTS = 'contract/src/constants.test.ts';
const SESSION = 'portal/src/app/session.component.test.tsx';
const CARDS = 'portal/src/features/devices/cards.component.test.tsx';
const RUNS = 'portal/src/features/runs/runs.component.test.tsx';
const TOURS = 'portal/src/features/tours/tours.component.test.tsx';
const SHELL_WALK = 'e2e/tests/shell.spec.ts';
const RUNS_WALK = 'e2e/tests/runs.spec.ts';
const TOURS_WALK = 'e2e/tests/tours.spec.ts';
const STORAGE = 'portal/src/lib/storage.test.ts';

const OF_SPECIFICATION = 'the constants of the specification have its values';
const OTHER_SIGN_IN = '%s has its own words and the form is ready again';
const EACH_RESET = 'each failure has its own message, and the form can be used again';
const SIDEBAR = 'the sidebar has its entries in order, 16 rem wide, the active one highlighted';
const SMALL = 'on a small screen the sidebar is hidden until toggled, and closes by itself';
const WINDOWS = 'invalid windows are refused, and nothing is sent';
const ROWS = 'scheduled: rows are added, removed and sorted, and blank ones are dropped';
const NO_TIME = 'scheduled: without any time the save is aborted and logged, and the list says so';
const NAME = 'the name: Enter and leaving the field save it; Escape and a blank name do not';
const STEPS = 'every step of a payment explains itself';
const AMOUNT = 'an amount is whole dollars between 5 and 100, and says how many credits it buys';
const GONE = 'removing a device that is already gone, and a removal that fails';
const EACH_TRIGGER = 'each trigger has its own details, and removed or very large content is explained';
const RUN_CARD = 'a run arrives by itself, and its card shows what came, what was decided and what was done';
const HELP = 'help: five sections that open and close, and the support address';

export const SPECIFICATION: [section: string, says: string, file: string, test: string][] = [
	['2', 'a visitor of the shell is sent to the root', SESSION, 'a visitor of /app%s is sent to the root'],
	[
		'2',
		'/app redirects to /app/dashboard',
		SESSION,
		'the index leads to the dashboard and leaves no step to go back to',
	],
	[
		'2',
		"'There's nothing here: 404!'",
		SHELL_WALK,
		'an unknown path is a 404, under /app inside the shell, whose logo leads to the dashboard',
	],
	[
		'2',
		'any other path has the same text',
		SHELL_WALK,
		'an unknown path is a 404, under /app inside the shell, whose logo leads to the dashboard',
	],
	['2', 'sign-in: brand, fields, button, links', SIGN_IN, 'the screen has its brand, fields and links'],
	[
		'2',
		'a user who is logged in is redirected to /app',
		SIGN_IN,
		'a signed-in user is sent on from %s to the portal',
	],
	[
		'2',
		"'Reset your portal password', 'Trouble resetting your password?'",
		RESET,
		'the screen has its title, field, note and links',
	],
	[
		'2',
		"'Resetting password...'",
		RESET,
		'while submitting the button is disabled and says so, and one request is sent',
	],
	['2', 'sidebar entries in order, 16 rem, active ones highlighted', SHELL, SIDEBAR],
	['2', 'the sidebar is hidden on small screens until toggled', SHELL, SMALL],
	[
		'2',
		'the user menu: name, email, Sign out',
		SESSION,
		'the user menu works by keyboard, shows name and email, and signs out to the root',
	],
	[
		'2',
		'clicking the entry of the current route refreshes',
		SESSION,
		'an entry loads its screen when the pointer comes near, and reads it again on a click',
	],
	[
		'2',
		"'No description available'",
		CARDS,
		'a new device says what is still missing; many are searched by name',
	],
	[
		'2',
		"devices: 'No timestamp available'",
		CARDS,
		'a new device says what is still missing; many are searched by name',
	],
	[
		'2',
		"'Device Options', 'Capture Images between', 'Use Flashlight between'",
		OPTIONS,
		'times are shown and entered in local time and stored in UTC',
	],
	[
		'2',
		"'Remove Device from Account'",
		OPTIONS,
		'removal asks once, by name, hides the card and moves the focus',
	],
	['2', "'No devices available.', 'Loading...'", PAGES, 'devices: loading, then none'],
	[
		'2',
		"'Please select an Automation', 'No automations available.'",
		PAGES,
		'nothing to show yet: automations with a prompt to select one, and runs',
	],
	[
		'2',
		"automations: 'Loading...', 'Unknown Automation'",
		PAGES,
		'automations: a listed one is loading until its name arrives, and unknown without a record',
	],
	[
		'2',
		"'+' creates a new one",
		'e2e/tests/automations.spec.ts',
		"'+' creates a new automation at once and opens it, and a template fills it in",
	],
	['2', 'inline-editable name: Enter, Escape, blur, blank', EDITOR, NAME],
	[
		'2',
		'Device Capture is offered only with a device',
		EDITOR,
		'Device Capture is offered only with a device',
	],
	[
		'2',
		"'Email address copied to clipboard!'",
		EDITOR,
		'email: the receiving address is copied without the clipboard of a secure page, too',
	],
	['2', "'+' after each time, '-' with more than one", EDITOR, ROWS],
	['2', "'Trigger On' with Conditional or Continuous", EDITOR, 'a watch of a device is saved'],
	[
		'2',
		"'Type your prompt here...', at least 4 rem, grows",
		EDITOR,
		'the prompt is at least 4 rem high and grows with its lines',
	],
	[
		'2',
		"'Run automation every time device sends a capture'",
		EDITOR,
		'run limiting: only for captures, with its two texts and its times',
	],
	[
		'2',
		"Action Type, 'To (Email Address)'",
		EDITOR,
		'action: Reply to Email is for email triggers, an address for Send Email',
	],
	['2', "'Delete Automation'", LIST, 'deleting asks once, by name, and leads back to the list'],
	['2', 'runs: expandable cards', RUNS_WALK, RUN_CARD],
	['2', 'runs: what each trigger shows', RUNS, EACH_TRIGGER],
	[
		'2',
		"'No automations or runs available.'",
		PAGES,
		'nothing to show yet: automations with a prompt to select one, and runs',
	],
	[
		'2',
		"'Balance: N credits'",
		'e2e/tests/billing.spec.ts',
		'credits are bought with each of the test cards, and every step explains itself',
	],
	['2', "'Purchase N credits for AUD$X.XX', 'Pay now', 'Payment loading...'", PAYMENT, STEPS],
	['2', "'Payment Successful'", PAYMENT, 'a customer who comes back to a payment that is %s sees its state'],
	['2', 'help: its sections and the support address', PAGES, HELP],
	[
		'2',
		"'Take a Guided Tour'",
		TOURS,
		'focus stays in the card and on what can be used, and returns; the page keeps still',
	],
	[
		'2',
		"'mainTour' has 6 steps, with progress",
		TOURS_WALK,
		'the main tour starts once, by mouse, step by step to its end',
	],
	[
		'2',
		"'automationsTour' has 7 steps, with progress",
		TOURS_WALK,
		'the automations tour continues in the automation that the customer creates',
	],

	[
		'5',
		'sign-in: email and password required',
		SIGN_IN,
		'email and password are required and the email must look like one',
	],
	[
		'5',
		'sign-in: duplicate submission blocked',
		SIGN_IN,
		'the button is disabled and says so while signing in, and one request is sent',
	],
	['5', 'reset email: required, email type', RESET, 'the email is required and must look like one'],
	['5', "'Capture window start cannot be the same as capture window end.'", OPTIONS, WINDOWS],
	['5', "'Flashlight window start cannot be the same as capture window end.'", OPTIONS, WINDOWS],
	[
		'5',
		"'Please remove associated automations before removing this device.'",
		OPTIONS,
		'a device with automations cannot be removed',
	],
	['5', "'Device not found.'", OPTIONS, GONE],
	['5', 'blank schedule entries are dropped', EDITOR, ROWS],
	['5', 'without a time the save is aborted and logged', EDITOR, NO_TIME],
	['5', 'a blank name is not saved', EDITOR, NAME],
	[
		'5',
		"'Please enter a valid number.', 'Amount must be between $5 and $100 in $1 increments.'",
		PAYMENT,
		AMOUNT,
	],
	['5', 'Purchase is disabled while an error shows', PAYMENT, AMOUNT],

	['8', "'The credentials you have entered are incorrect. Please try again.'", SIGN_IN, OTHER_SIGN_IN],
	['8', "sign-in: 'An error has occured. Please try again.'", SIGN_IN, OTHER_SIGN_IN],
	['8', "'The email you have entered cannot be found in our system. ...'", RESET, EACH_RESET],
	['8', "reset: 'An error has occured. Please try again.'", RESET, EACH_RESET],
	[
		'8',
		"'Password reset email has been sent successfully.'",
		'e2e/tests/reset.spec.ts',
		'one mail is sent, and its link sets a new password once',
	],
	['8', "the provider's message for card_error and validation_error", PAYMENT, STEPS],
	['8', "'An unexpected error occured.'", PAYMENT, STEPS],
	['8', "'Failed to delete the device.'", OPTIONS, GONE],
	[
		'8',
		"'Failed to update the automation.', on a save",
		EDITOR,
		'a save that fails says so and keeps everything that was typed',
	],
	['8', "'Failed to update the automation.', on a deletion", EDITOR, 'a delete that fails says so'],
	[
		'8',
		"'Unknown Automation'",
		PAGES,
		'an unknown automation is called unknown, and no payment is called successful without one',
	],
	['8', "'Automation not available', 'No timestamp available'", RUNS, EACH_TRIGGER],
	['8', "'Can't find automation name', 'Can't find automation prompt'", RUNS, EACH_TRIGGER],
	[
		'8',
		'storage: the error codes and their messages',
		STORAGE,
		'a 401 for an app-check token is about the app',
	],
	[
		'8',
		'storage: a location must be an address',
		'portal/src/lib/storage-location.test.ts',
		'a path needs a valid default bucket',
	],

	['9', '1 dollar buys 20 credits, 5 to 100, default 5, AUD', CONSTANTS, OF_SPECIFICATION],
	['9', 'two free automations per device', CONSTANTS, OF_SPECIFICATION],
	['9', 'default schedule time 12:00, return path /app/billing', CONSTANTS, OF_SPECIFICATION],
	[
		'9',
		'times stored in UTC, shown in local time',
		'portal/src/features/devices/edit.test.ts',
		'the form shows local times and returns UTC',
	],
	['9', 'upload 2 minutes', STORAGE, 'an upload is given up after two minutes'],
	['9', 'operations 10 minutes', STORAGE, 'after ten minutes it gives up with the last error of the server'],
	['9', 'backoff with random jitter', STORAGE, 'the pause is spread over its upper half'],
	[
		'9',
		'tour: padding, radius, gap, margin, threshold, fade, transition, width',
		CONSTANTS,
		OF_SPECIFICATION,
	],
	[
		'9',
		"tour: 'some' and 'all'",
		'portal/src/features/tours/geometry.test.ts',
		"'some' needs any part to be visible, 'all' the whole",
	],
	['9', 'sidebar width 16 rem', SHELL, SIDEBAR],
	['9', 'prompt at least 4 rem high', EDITOR, 'the prompt is at least 4 rem high and grows with its lines'],
];
