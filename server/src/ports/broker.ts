/** A message that came in. */
export interface BrokerMessage {
	topic: string;
	payload: Buffer;
	/** It was kept by the broker, and may be old. */
	retained: boolean;
}

export interface BrokerConnection {
	/** Resolves when the broker has it, and keeps it for whoever subscribes later. An empty payload removes it. */
	publish(topic: string, payload: string | Buffer): Promise<void>;
	/** From now on messages of these topics come in; resolves when the broker has agreed. */
	listen(topics: string[], heard: (message: BrokerMessage) => void): Promise<void>;
	/** Resolves when the connection has ended, with the reason in words for the operator. */
	readonly lost: Promise<string>;
	close(): Promise<void>;
}

/** An MQTT broker. A connection that is lost is not repaired: whoever opened it opens another one. */
export interface Broker {
	readonly describe: string;
	/**
	 * `will`, if there is one, is published by the broker when the connection ends without being closed. Throws a BrokerFailure; the signal gives up
	 * connecting.
	 */
	connect(will: { topic: string; payload: string } | null, signal: AbortSignal): Promise<BrokerConnection>;
}
