import type { networkInterfaces } from 'node:os';
import type { Identity } from '../accounts/identity.ts';
import type { Listed } from '../adapters/model/local/catalogue.ts';
import type { Spool } from '../base/incoming.ts';
import type { Places } from '../base/places.ts';
import type { ChannelHosts } from '../deliveries/channels/channel.ts';
import type { Outgoing } from '../deliveries/outgoing.ts';
import type { Database } from '../ports/database.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { Payments } from '../ports/payments.ts';
import type { Queue } from '../ports/queue.ts';
import type { Resolver } from '../ports/resolver.ts';
import type { SingleSignOn } from '../ports/single-sign-on.ts';
import type { Settings } from '../settings.ts';

/** Everything that roles and operator commands use. */
export interface Services {
	settings: Settings;
	/** Where browsers find this process at its start. */
	publicUrl: string;
	/** Where links lead now. */
	places: Places;
	/** The networks that this machine is on. */
	interfaces: typeof networkInterfaces;
	log: Log;
	database: Database;
	queue: Queue;
	mailer: Mailer;
	objects: ObjectStore;
	/** For large contents that are arriving or worked on. */
	spool: Spool;
	/** A second place for what automations save; null for none. */
	mirror: ObjectStore | null;
	model: Model;
	/** The built-in model, if a language model decides or may be chosen. */
	firstLook: Model | null;
	/** The language models that can be downloaded. */
	catalogue: readonly Listed[];
	payments: Payments;
	/** Answers DNS queries about senders; null means the resolver of the machine. */
	resolve: Resolver | null;
	/** Requests to addresses that customers chose. */
	outgoing: Outgoing;
	/** Where channels are whose address no customer chooses. */
	hosts: ChannelHosts;
	identity: Identity;
	/** Null if the operator has configured no provider. */
	sso: SingleSignOn | null;
	/** Cameras that this server draws, for the demo: runs on their captures cost nothing. */
	freeDevices: Set<string>;
	/** Lets running jobs end within this time. */
	close(withinMs?: number): Promise<void>;
}
