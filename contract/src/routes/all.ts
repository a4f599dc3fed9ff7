import type { Route, RoutesByName } from '../route.ts';
import * as accounts from './accounts.ts';
import * as automations from './automations.ts';
import * as billing from './billing.ts';
import * as channels from './channels.ts';
import * as dashboard from './dashboard.ts';
import * as devices from './devices.ts';
import * as episodes from './episodes.ts';
import * as events from './events.ts';
import * as examples from './examples.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as operation from './operation.ts';
import * as operator from './operator.ts';
import * as operatorPage from './operator-page.ts';
import * as passkeys from './passkeys.ts';
import * as portal from './portal.ts';
import * as push from './push.ts';
import * as results from './results.ts';
import * as runs from './runs.ts';
import * as secondFactor from './second-factor.ts';
import * as shares from './shares.ts';
import * as tokens from './tokens.ts';
import * as webhooks from './webhooks.ts';

const modules = {
	...accounts,
	...automations,
	...billing,
	...channels,
	...dashboard,
	...devices,
	...episodes,
	...events,
	...examples,
	...exports,
	...files,
	...operation,
	...operator,
	...operatorPage,
	...passkeys,
	...portal,
	...push,
	...results,
	...runs,
	...secondFactor,
	...shares,
	...tokens,
	...webhooks,
};

/** Every route that is described. */
export const routes: Route[] = Object.values(modules);

/** The same for the compiler: a route's description by its name, such as `GET /api/runs/{id}`. */
export type Api = RoutesByName<(typeof modules)[keyof typeof modules]>;
