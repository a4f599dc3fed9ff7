/** Loaded before a server under test: its questions to DNS are answered here, and none leaves the machine. */
import { Resolver } from 'node:dns/promises';
import { answering } from './dns.ts';

Object.assign(Resolver.prototype, { resolve: answering() });
