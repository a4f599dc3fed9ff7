import { build } from './fresh.mjs';

/** Tests that start a process use the shipped build. */
export default () => build(process.execPath, 'server');
