import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type Credentials, credentialsOfKnown, invalidCredentials } from './credentials.js';
import { expected, isRefusal } from './expectation.js';
import { bearer, type Home, newHome } from './homes.js';
import { AGENT, HOMES, type HomeName, PAUSED, PRINCIPALS, type Principal } from './principals.js';
import { MAKE, type Made, type Resource } from './resources.js';
import { nameOf, type Plan, type Route } from './routes.js';
import { ROWS, type Row } from './rows.js';
import { makeUntouched, type Untouched } from './untouched.js';
import { eachAtOnce, type Wire } from './wire.js';

/** Longer than any process trusts its cache. */
const TRUSTED_MS = 600;

/** The data that the matrix runs over: made once, usable for every service on the same rows. */
export interface Fixture {
  readonly homes: Readonly<Record<HomeName, Home>>;
  readonly credentials: Credentials;
  readonly untouched: Untouched;
  /** Resources that requests without changes share, by place and kind. */
  readonly shared: ReadonlyMap<string, Made>;
  /** Resources that a successful cell uses up, by route and principal. */
  readonly own: ReadonlyMap<string, Made>;
}

const placeKey = (home: HomeName, agent: string, simulated: boolean, resource: Resource) =>
  `${home} ${agent} ${simulated} ${resource}`;
const cellKey = (route: Route, principal: Principal) => `${nameOf(route)} ${principal.name}`;

export const rowOf = (route: Route): Row => {
  const row = ROWS[nameOf(route)];
  if (!row) throw new Error(`the matrix has no row for ${nameOf(route)}: see rows.ts`);
  return row;
};

/** Returns the parameters of a cell's path. */
export function paramsOf({ shared, own }: Fixture, route: Route, principal: Principal): Made {
  const { on } = rowOf(route);
  if (!on) return {};
  const mine = own.get(cellKey(route, principal));
  const place = placeKey(principal.aimsAt, principal.agent, principal.simulated ?? false, on);
  return mine ?? shared.get(place) ?? {};
}

export const sharedOf = ({ shared }: Fixture, home: HomeName, resource: Resource, simulated = false): Made =>
  shared.get(placeKey(home, AGENT, simulated, resource)) ?? {};

async function makeHomes(wire: Wire): Promise<Record<HomeName, Home>> {
  const made = await Promise.all(HOMES.map(async (name) => [name, await newHome(wire, name !== 'free')] as const));
  return Object.fromEntries(made) as Record<HomeName, Home>;
}

/** Makes one resource of each kind for each route that is called, and one more for every cell that uses it up. */
async function makeThings(wire: Wire, homes: Record<HomeName, Home>, using: readonly Route[]) {
  const shared = new Map<string, Made>();
  const own = new Map<string, Made>();
  const wanted: { kept: Map<string, Made>; key: string; resource: Resource; principal: Principal }[] = [];
  for (const principal of PRINCIPALS) {
    const ownPlace = { ...principal, aimsAt: principal.home };
    for (const aimed of [principal, ownPlace]) {
      for (const resource of Object.keys(MAKE) as Resource[]) {
        if (resource === 'account') continue;
        const key = placeKey(aimed.aimsAt, aimed.agent, aimed.simulated ?? false, resource);
        if (wanted.some((one) => one.key === key)) continue;
        wanted.push({ kept: shared, key, resource, principal: aimed });
      }
    }
    for (const route of using) {
      const row = rowOf(route);
      if (!row.on || !row.uses || isRefusal(expected(route, row, principal, 'valid'))) continue;
      wanted.push({ kept: own, key: cellKey(route, principal), resource: row.on, principal });
    }
  }
  await eachAtOnce(wanted, async ({ kept, key, resource, principal }) => {
    const place = { home: homes[principal.aimsAt], agent: principal.agent, simulated: principal.simulated ?? false };
    kept.set(key, await MAKE[resource](wire, place));
  });
  return { shared, own };
}

async function pause(wire: Wire, { operator }: Home, slug: string): Promise<void> {
  const authorization = bearer(operator);
  const agents: { id: string; slug: string }[] = await wire.expectOk('GET', '/agents?limit=200', { authorization });
  const agent = agents.find((one) => one.slug === slug);
  await wire.expectOk('PUT', `/agents/${agent?.id}`, { authorization, body: { status: 'PAUSED' } });
}

const setPlan = (db: Pool, { organizationId }: Home, plan: Plan) =>
  db.query('UPDATE organizations SET plan = $2, epoch = epoch + 1 WHERE id = $1', [organizationId, plan]);

/** The limit on precaptures that no action has taken is of this organization alone. */
async function makeFullOrganization(wire: Wire, db: Pool): Promise<void> {
  const { organizationId, liveKey } = await newHome(wire, false);
  const authorization = bearer(liveKey);
  const { id } = await wire.expectOk('POST', '/sessions', { authorization, body: { agentId: AGENT, intent: 'hoard' } });
  const body = { apiName: 'crm.customer.update', payload: {} };
  await wire.expectOk('POST', `/sessions/${id}/actions/precapture`, { authorization, body });
  await db.query('UPDATE snapshots SET bytes = 1000000000 WHERE organization_id = $1', [organizationId]);
}

/**
 * Makes everything while every plan is TEAM and no agent is paused; then it changes both.
 * @param db past row-level security
 * @param using the routes whose successes will use resources up
 */
export async function makeFixture(
  wire: Wire,
  db: Pool,
  secret: string,
  using: readonly Route[] = [],
): Promise<Fixture> {
  const homes = await makeHomes(wire);
  const untouched = await makeUntouched(wire);
  await makeFullOrganization(wire, db);
  const things = await makeThings(wire, homes, using);
  const credentials = {
    ...(await credentialsOfKnown(wire, homes, secret)),
    ...(await invalidCredentials(wire, db, homes, secret)),
  };
  await pause(wire, homes.team, PAUSED);
  await setPlan(db, homes.pro, 'PRO');
  await setPlan(db, homes.free, 'FREE');
  await setPlan(db, homes.downgraded, 'FREE');
  await sleep(TRUSTED_MS);
  return { homes, untouched, credentials, ...things };
}
