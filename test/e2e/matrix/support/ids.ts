import type { Pool } from 'pg';
import type { Matrix } from './cells.js';
import { changesBetween, digestOf } from './digest.js';
import type { Findings } from './findings.js';
import { rowOf, sharedOf } from './fixture.js';
import { bearer, type Home } from './homes.js';
import { AGENT } from './principals.js';
import { MAKE, type Made, type Resource, WITHOUT_OWNER } from './resources.js';
import { ABSENT, fill, GUARDED, nameOf, type Route } from './routes.js';
import { eachAtOnce, type Reply, type Wire, withoutItsOwn } from './wire.js';

export const MALFORMED = [
  '1',
  'null',
  'x'.repeat(100),
  ABSENT.toUpperCase(),
  `${ABSENT}0`,
  `{${ABSENT}}`,
  '%00',
  "'%20OR%201=1",
  '..%2f..',
  '%F0%9F%92%A9',
] as const;

/** The routes whose path holds an id of one organization. */
export const WITH_IDS = GUARDED.filter((route) => !WITHOUT_OWNER.includes(rowOf(route).on));
export const WITH_CONNECTOR = GUARDED.filter(({ path }) => path.includes(':connector'));

const TABLES: Partial<Record<Resource, string>> = {
  session: 'sessions',
  action: 'sessions',
  effect: 'sessions',
  rollback: 'sessions',
  approval: 'approvals',
  policy: 'policies',
  agent: 'agents',
  apiKey: 'api_keys',
  personalToken: 'personal_tokens',
  invitation: 'mailed_links',
  webhook: 'webhooks',
};

/** Things that were there a moment ago, by kind. */
export async function makeDeleted(wire: Wire, db: Pool, home: Home): Promise<ReadonlyMap<Resource, Made>> {
  const deleted = new Map<Resource, Made>();
  for (const [resource, table] of Object.entries(TABLES) as [Resource, string][]) {
    const made = await MAKE[resource](wire, { home, agent: AGENT, simulated: false });
    await db.query(`DELETE FROM ${table} WHERE id = $1`, [made.id]);
    deleted.set(resource, made);
  }
  return deleted;
}

interface Wrong {
  readonly what: string;
  readonly params: Made;
  /** The parameters whose answer must be equal: an id that never existed, in the same place. */
  readonly absent: Made;
}

/** Every way in which an id is not one of the caller's. */
function wrongIds({ fixture }: Matrix, deleted: ReadonlyMap<Resource, Made>, on: Resource, route: Route): Wrong[] {
  const own = sharedOf(fixture, 'team', on);
  const foreign = sharedOf(fixture, 'foreign', on);
  const gone = deleted.get(on) ?? {};
  const first: Made = { ...own, id: ABSENT };
  const wrong: Wrong[] = [
    { what: 'foreign', params: foreign, absent: first },
    { what: 'foreign, live or not', params: sharedOf(fixture, 'foreign', on, true), absent: first },
    { what: 'absent', params: first, absent: first },
    ...MALFORMED.map((id) => ({ what: `malformed ${id}`, params: { ...own, id }, absent: first })),
  ];
  if (!route.path.includes(':actionId')) return [...wrong, { what: 'deleted', params: gone, absent: first }];
  const second: Made = { ...own, actionId: ABSENT };
  const other = (actionId: string | undefined): Made => ({ ...own, actionId: actionId ?? '' });
  return [
    ...wrong,
    { what: 'a foreign session with an own action', params: { ...own, id: foreign.id ?? '' }, absent: first },
    { what: 'a foreign action', params: other(foreign.actionId), absent: second },
    {
      what: 'an action of another session',
      params: other(sharedOf(fixture, 'team', 'effect').actionId),
      absent: second,
    },
    { what: 'a deleted action', params: other(gone.actionId), absent: second },
    { what: 'an absent action', params: second, absent: second },
    ...MALFORMED.map((id) => ({ what: `a malformed action ${id}`, params: other(id), absent: second })),
  ].filter(({ params }) => params.actionId !== own.actionId || params.id !== own.id);
}

interface IdCell extends Wrong {
  readonly route: Route;
  readonly who: string;
}

/** The principals that may call the route, and for the keys also the sessions of the other kind. */
function cellsOf(matrix: Matrix, deleted: ReadonlyMap<Resource, Made>, route: Route): IdCell[] {
  const { on, ofAgent } = rowOf(route);
  if (!on) return [];
  const wrong = wrongIds(matrix, deleted, on, route);
  const callers = route.auth === 'any' ? ['operator, TEAM', 'live key', 'key bound to the agent'] : ['operator, TEAM'];
  const cells = callers.flatMap((who) => wrong.map((one) => ({ route, who, ...one })));
  if (route.auth !== 'any' || !(ofAgent || on === 'approval')) return cells;
  const params = sharedOf(matrix.fixture, 'team', on, true);
  const absent = { ...params, id: ABSENT };
  const live = ['live key', 'JWT of a live key'].map((who) => ({
    route,
    who,
    what: 'a simulated one',
    params,
    absent,
  }));
  const test = { route, who: 'test key', what: 'a live one', params: sharedOf(matrix.fixture, 'team', on), absent };
  return [...cells, ...live, test];
}

const textOf = (query: unknown) => (typeof query === 'string' ? `?${query}` : '');

/** An id that is not the caller's is 404, byte for byte as if it had never been, and no row changes. */
export async function askIds(matrix: Matrix, findings: Findings): Promise<void> {
  const { wire, db, fixture } = matrix;
  const { team, foreign } = fixture.homes;
  const deleted = await makeDeleted(wire, db, team);
  await rememberThem(matrix);
  const cells = WITH_IDS.flatMap((route) => cellsOf(matrix, deleted, route));
  const before = await digestOf(db, [team.organizationId, foreign.organizationId]);
  const likes = new Map<string, Promise<Reply>>();
  await eachAtOnce(cells, async ({ route, who, what, params, absent }) => {
    const { body, query } = rowOf(route);
    const pathOf = (made: Made) => fill(route, made) + textOf(query);
    const asked = {
      authorization: fixture.credentials[who] ?? null,
      body: typeof body === 'function' ? undefined : body,
    };
    const reply = await wire.ask(route.method, pathOf(params), asked);
    const place = `${route.method} ${fill(route, absent)} ${who}`;
    const asking = likes.get(place) ?? wire.ask(route.method, pathOf(absent), asked);
    likes.set(place, asking);
    const like = await asking;
    findings.cells++;
    const name = `${nameOf(route)} as ${who}, ${what}`;
    findings.compare(name, '404 not-found', reply.code);
    findings.compare(`the words of ${name}`, withoutItsOwn(like.text), withoutItsOwn(reply.text));
  });
  await askConnectors(matrix, findings);
  await askBodies(matrix, findings);
  for (const place of changesBetween(before, await digestOf(db, [team.organizationId, foreign.organizationId])))
    findings.add(`an id that is not the caller's changed ${place}`);
}

/** A body that names something of another organization is refused, as one that names nothing. */
async function askBodies({ wire, fixture }: Matrix, findings: Findings): Promise<void> {
  const authorization = fixture.credentials['operator, TEAM'] ?? null;
  const [group, foreign] = [sharedOf(fixture, 'team', 'group').id, sharedOf(fixture, 'foreign', 'group').id];
  const members = [fixture.homes.foreign.userId];
  const asks: [method: string, path: string, body: object][] = [
    ['POST', '/team/groups', { name: 'of others', members }],
    ['PUT', `/team/groups/${group}`, { members }],
    ['POST', '/policies', { apiNamePattern: 'nothing.*', action: 'REQUIRE_APPROVAL', approvers: [foreign] }],
  ];
  for (const [method, path, body] of asks) {
    const { code } = await wire.ask(method, path, { authorization, body });
    findings.cells++;
    findings.compare(`${method} ${path} with a foreign id in its body`, '400 validation-failed', code);
  }
}

/** The owner of a resource has just used it, so that every cache holds it. */
async function rememberThem({ wire, fixture }: Matrix): Promise<void> {
  for (const home of ['team', 'foreign'] as const) {
    for (const simulated of [false, true]) {
      const { id } = sharedOf(fixture, home, 'session', simulated);
      await wire.ask('POST', `/sessions/${id}/actions/precapture`, {
        authorization: bearer(fixture.homes[home].operator),
        body: { apiName: 'mail.messages.send', payload: {} },
      });
    }
  }
}

async function askConnectors({ wire, fixture }: Matrix, findings: Findings): Promise<void> {
  const authorization = fixture.credentials['operator, TEAM'] ?? null;
  for (const route of WITH_CONNECTOR) {
    const { body, query } = rowOf(route);
    for (const connector of ['nothing', '__proto__', 'constructor', ABSENT, ...MALFORMED]) {
      const reply = await wire.ask(route.method, fill(route, { connector }) + textOf(query), {
        authorization,
        body: body as object,
      });
      findings.cells++;
      findings.compare(`${nameOf(route)} of ${connector}`, '404 not-found', reply.code);
    }
  }
}
