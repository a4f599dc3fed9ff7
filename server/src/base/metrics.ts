import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Mail, Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';

/** The counters of this process. Figures of the database are read on request: see http/metrics.ts. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

const RESOLUTION_MS = 10;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
new Gauge({
	name: 'watchword_event_loop_delay_max_seconds',
	help: 'The longest pause of the main thread since the metrics were last read.',
	registers,
	collect() {
		this.set(Math.max(0, delay.max / 1e9 - RESOLUTION_MS / 1000));
		delay.reset();
	},
});

export const runsEnded = new Counter({
	name: 'watchword_runs_ended_total',
	help: 'Runs that ended in this process.',
	labelNames: ['status', 'trigger'],
	registers,
});
export const runSeconds = new Histogram({
	name: 'watchword_run_seconds',
	help: 'From the trigger to the end of a run.',
	labelNames: ['trigger'],
	buckets: [0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 300, 3600],
	registers,
});
export const capturesIn = new Counter({
	name: 'watchword_captures_in_total',
	help: 'Captures stored.',
	registers,
});
export const mailsIn = new Counter({
	name: 'watchword_mails_in_total',
	help: 'Mails by what their sender was told.',
	labelNames: ['answer'],
	registers,
});
export const deliveriesEnded = new Counter({
	name: 'watchword_deliveries_ended_total',
	help: 'Push messages and webhooks by what became of them.',
	labelNames: ['kind', 'status'],
	registers,
});

const outward = { labelNames: ['outcome'], buckets: [0.01, 0.05, 0.2, 0.5, 1, 2, 5, 15, 60, 300], registers };
const modelSeconds = new Histogram({
	name: 'watchword_model_seconds',
	help: 'Answers of the model.',
	...outward,
});
const mailSeconds = new Histogram({
	name: 'watchword_mail_out_seconds',
	help: 'Mails handed to the mail server.',
	...outward,
});

/** What a model says of itself may change while it is used, so it is not copied. */
export const measuredModel = (model: Model): Model =>
	Object.assign(Object.create(model) as Model, {
		ask: timed(modelSeconds, (...question: Parameters<Model['ask']>) => model.ask(...question)),
	});
export const measuredMailer = (mailer: Mailer): Mailer =>
	Object.assign(Object.create(mailer) as Mailer, {
		send: timed(mailSeconds, (mail: Mail) => mailer.send(mail)),
	});

function timed<A extends unknown[], T>(histogram: Histogram<string>, act: (...args: A) => Promise<T>) {
	return async (...args: A): Promise<T> => {
		const end = histogram.startTimer();
		try {
			const result = await act(...args);
			end({ outcome: 'ok' });
			return result;
		} catch (error) {
			end({ outcome: 'failed' });
			throw error;
		}
	};
}
