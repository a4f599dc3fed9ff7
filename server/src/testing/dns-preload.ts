/** Loaded before a server under test: answers its DNS queries here, so that none leaves the machine. */
import { Resolver } from 'node:dns/promises';
import { answering } from './dns.ts';

Object.assign(Resolver.prototype, { resolve: answering() });
