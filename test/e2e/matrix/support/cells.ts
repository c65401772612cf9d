import type { Pool } from 'pg';
import { isFull } from '../../../support/campaign-size.js';
import { changesBetween, digestOf } from './digest.js';
import { expected, isRefusal } from './expectation.js';
import type { Findings } from './findings.js';
import { type Fixture, paramsOf, rowOf } from './fixture.js';
import type { Home } from './homes.js';
import { Mentions } from './leaks.js';
import { HOMES, PRINCIPALS, type Principal } from './principals.js';
import { fill, nameOf, ROUTES, type Route } from './routes.js';
import { eachAtOnce, type Wire } from './wire.js';

/** The factor by which the service under test multiplies its limits. */
const MULTIPLIER = 100_000;

export interface Matrix {
  readonly wire: Wire;
  /** Past row-level security. */
  readonly db: Pool;
  readonly fixture: Fixture;
}

const isWhole = ({ kind, name }: Principal) => kind !== 'UNAUTHENTICATED' || name === 'no credential';

interface Planned {
  readonly route: Route;
  readonly principal: Principal;
  readonly sent: 'valid' | 'broken';
  readonly code: string;
}

/**
 * Every route × principal; those with a body also with one that is no JSON. Outside of campaigns a route is asked with a
 * quarter of the invalid credentials and each of these asks a quarter of the routes; a request without one asks them all.
 */
export const CELLS: readonly Planned[] = PRINCIPALS.flatMap((principal, column) =>
  ROUTES.filter((_, line) => isFull || isWhole(principal) || (line + column) % 4 === 0).flatMap((route) => {
    const row = rowOf(route);
    const ways = row.body && route.auth !== 'signature' ? (['valid', 'broken'] as const) : (['valid'] as const);
    return ways.map((sent) => ({ route, principal, sent, code: expected(route, row, principal, sent) }));
  }),
);

const resolved = <T, A>(value: T | ((argument: A) => T), argument: A): T =>
  typeof value === 'function' ? (value as (argument: A) => T)(argument) : value;

async function ask({ wire, fixture }: Matrix, planned: Planned, findings: Findings, mentions: Mentions): Promise<void> {
  const { route, principal, sent, code } = planned;
  const row = rowOf(route);
  const home = fixture.homes[principal.home];
  const cell = { principal, home };
  const { as, ...params } = paramsOf(fixture, route, principal);
  const query = row.query ? `?${resolved(row.query, cell)}` : '';
  const reply = await wire.ask(route.method, fill(route, params) + query, {
    authorization: as ?? fixture.credentials[principal.name] ?? null,
    body: sent === 'broken' ? '{"broken":' : row.body && resolved(row.body, cell),
  });
  findings.cells++;
  const name = `${nameOf(route)} as ${principal.name}${sent === 'broken' ? ', with a broken body' : ''}`;
  findings.compare(name, code, reply.code);
  const policy = route.limit && `"default";q=${route.limit[0] * MULTIPLIER};w=${route.limit[1]}`;
  findings.compare(`the limit of ${name}`, policy, reply.headers['ratelimit-policy']);
  if (code === row.success && row.holds && !row.holds(reply.data, cell))
    findings.add(`${name}: told what does not hold: ${reply.text}`);
  if (as) return;
  mentions.note(home.organizationId, name, reply.text);
  for (const other of Object.values(fixture.homes)) {
    if (other !== home && reply.text.includes(other.email)) findings.add(`${name} told ${other.email}`);
  }
}

const isRead = ({ route }: Planned) => (route.method === 'GET' || route.method === 'HEAD') && !rowOf(route).changes;

/** Asks cells as `askAll` does, and finds where rows changed meanwhile that may not. */
async function watched(matrix: Matrix, findings: Findings) {
  const { db, fixture } = matrix;
  const mentions = new Mentions();
  const organizations = HOMES.map((name) => fixture.homes[name].organizationId);
  let digest = await digestOf(db, organizations);
  /** Asks the cells; only rows of `home` may change. */
  const askAll = async (who: string, cells: readonly Planned[], home?: Home) => {
    await eachAtOnce(cells, (cell) => ask(matrix, cell, findings, mentions));
    const after = await digestOf(db, organizations);
    const changes = changesBetween(digest, after).filter((place) => !home || !place.endsWith(home.organizationId));
    for (const place of changes) findings.add(`${who} changed ${place}`);
    digest = after;
  };
  const askRefused = async (principal: Principal) => {
    const cells = CELLS.filter((cell) => cell.principal === principal && isRefusal(cell.code));
    await askAll(`a refusal of ${principal.name}`, cells);
  };
  return { mentions, askAll, askRefused };
}

const isUnauthenticated = ({ kind }: Principal) => kind === 'UNAUTHENTICATED';

/** The cells of unauthenticated principals: no row of any organization may change. */
export async function askUnauthenticated(matrix: Matrix, findings: Findings): Promise<void> {
  const { askAll, askRefused } = await watched(matrix, findings);
  for (const principal of PRINCIPALS.filter(isUnauthenticated)) await askRefused(principal);
  const open = CELLS.filter(({ principal, code }) => isUnauthenticated(principal) && !isRefusal(code));
  await askAll('unauthenticated', open);
}

/**
 * Asks the cells of authenticated principals: the refusals of each principal, after which no row of any organization
 * may have changed; the reads; and the changes of each organization, after which no row of another may have changed.
 */
export async function askKnown(matrix: Matrix, findings: Findings): Promise<void> {
  const { mentions, askAll, askRefused } = await watched(matrix, findings);
  for (const principal of PRINCIPALS.filter((one) => !isUnauthenticated(one))) await askRefused(principal);
  const permitted = CELLS.filter(({ principal, code }) => !isUnauthenticated(principal) && !isRefusal(code));
  await askAll('a read', permitted.filter(isRead));
  for (const name of HOMES) {
    const cells = permitted.filter((cell) => cell.principal.home === name && !isRead(cell));
    await askAll(`a success of the ${name} organization`, cells, matrix.fixture.homes[name]);
  }
  for (const leak of await mentions.leaks(matrix.db)) findings.add(leak);
}
