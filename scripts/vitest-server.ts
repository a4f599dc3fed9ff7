import { build } from './fresh.mjs';

/** Tests that start a process start what is shipped. */
export default () => build(process.execPath, 'server');
