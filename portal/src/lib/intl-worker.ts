import { warmUpIntl } from './time.ts';

/**
 * The first use of Intl in a browser's process takes 30 ms, on a phone four times that, and the first use of each format some
 * more. In this thread, the page does not wait for it.
 */
warmUpIntl();
postMessage(null);
close();
