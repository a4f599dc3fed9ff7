/**
 * The first use of Intl in a browser's process takes 30 ms, on a phone four times that. Done in this thread, the page does
 * not wait for it.
 */
new Intl.DateTimeFormat().format(0);
close();
