import type { Pool } from 'pg';
import type { Matrix } from './cells.js';
import type { Findings } from './findings.js';
import { bearer, type Home, newHome } from './homes.js';
import { AGENT } from './principals.js';
import { NOWHERE } from './resources.js';
import { GUARDED, nameOf, type Route } from './routes.js';
import type { Wire } from './wire.js';

/** An organization in which nothing happens any more, and the answers it got while it was new. */
export interface Untouched {
  readonly home: Home;
  readonly agentId: string;
  readonly answers: ReadonlyMap<string, string>;
}

const READS = GUARDED.filter(({ method, path, plan }) => method === 'GET' && !path.includes(':') && plan !== undefined);

/** Requests, clocks and measurements are another each time. */
const steady = (text: string) =>
  text.replaceAll(/"requestId":"[^"]*"|\d{4}-\d\d-\d\dT[\d:.]+Z|"latencyMs":[\d.]+|"cursor":"[\w-]{156}"/g, '');

const read = async (wire: Wire, { operator }: Home, route: Route) => {
  const { code, text } = await wire.ask(route.method, route.path, { authorization: bearer(operator) });
  return `${code} ${steady(text)}`;
};

export async function makeUntouched(wire: Wire): Promise<Untouched> {
  const home = await newHome(wire, false);
  const agentId = await forbidEverything(wire, home);
  const answers = new Map<string, string>();
  for (const route of READS) answers.set(nameOf(route), await read(wire, home, route));
  return { home, agentId, answers };
}

/** The most that an organization may have. */
const MOST_WEBHOOKS = 20;
const MOST_GROUPS = 100;

/** Applies to this organization only: all is blocked, the agent that all organizations have is paused, no more receivers fit. */
async function forbidEverything(wire: Wire, { operator }: Home): Promise<string> {
  const authorization = bearer(operator);
  await wire.expectOk('POST', '/policies', { authorization, body: { apiNamePattern: '*', action: 'BLOCK' } });
  const { id } = await wire.expectOk('POST', '/agents', { authorization, body: { slug: AGENT } });
  await wire.expectOk('PUT', `/agents/${id}`, { authorization, body: { status: 'PAUSED' } });
  for (let n = 0; n < MOST_WEBHOOKS; n++)
    await wire.expectOk('POST', '/settings/webhooks', { authorization, body: NOWHERE });
  return id;
}

/**
 * Expects the same answers again, although other organizations changed things meanwhile and have all that needs an operator.
 */
export async function askUntouched({ wire, db, fixture }: Matrix, findings: Findings): Promise<void> {
  const { untouched, homes } = fixture;
  await troubleOthers(
    db,
    Object.values(homes).map(({ organizationId }) => organizationId),
  );
  for (const route of READS) {
    findings.cells++;
    findings.compare(
      `${nameOf(route)} of an organization in which nothing happened`,
      untouched.answers.get(nameOf(route)),
      await read(wire, untouched.home, route),
    );
  }
  await askAgent(wire, untouched, findings);
  await askOwn(wire, untouched.home, findings);
}

/** The groups of others do not count here, and the service performs nothing here that only others offer. */
async function askOwn(wire: Wire, { operator, liveKey }: Home, findings: Findings): Promise<void> {
  const session = { agentId: 'alone', intent: 'ask for what others offer' };
  const { id } = await wire.expectOk('POST', '/sessions', { authorization: bearer(liveKey), body: session });
  const call = { apiName: 'postgres.tables.list', payload: {}, perform: true };
  for (const [what, code, credential, path, body] of [
    ['a group', '201 ok', operator, '/team/groups', { name: 'the only one' }],
    ['what no own credential offers', '403 operation-not-offered', liveKey, `/sessions/${id}/actions`, call],
  ] as const) {
    const reply = await wire.ask('POST', path, { authorization: bearer(credential), body });
    findings.cells++;
    findings.compare(`asking for ${what}, while others have all of it`, code, reply.code);
  }
}

/** Everything that needs an operator, in the organizations that are not to be seen. */
async function troubleOthers(db: Pool, organizations: readonly string[]): Promise<void> {
  for (const [what, change] of Object.entries({
    'a check that failed, and an offer': `UPDATE credentials SET last_checked_at = now(), last_check_ok = false, agent_operations = '{postgres.*}'`,
    'a receiver that does not answer': `UPDATE webhooks SET failing_since = now()`,
    'a dirty session': `UPDATE sessions SET dirty = true`,
  })) {
    const { rowCount } = await db.query(`${change} WHERE organization_id = ANY ($1)`, [organizations]);
    if (!rowCount) throw new Error(`no other organization has ${what}`);
  }
  const { rowCount } = await db.query(
    `INSERT INTO session_intents (session_id, organization_id, evaluator, progress, verdict, drift_score)
     SELECT id, organization_id, 'matrix', '{}', 'DRIFTED', 1 FROM sessions WHERE organization_id = ANY ($1)
     ON CONFLICT (session_id, organization_id) DO UPDATE SET verdict = 'DRIFTED', drift_score = 1`,
    [organizations],
  );
  if (!rowCount) throw new Error('no other organization has a session that drifted');
  await db.query(
    `INSERT INTO policy_settings (organization_id, unmatched) SELECT id, 'BLOCK' FROM unnest($1::uuid[]) AS id
     ON CONFLICT (organization_id) DO UPDATE SET unmatched = 'BLOCK'`,
    [organizations],
  );
  await db.query(
    `INSERT INTO team_groups (id, organization_id, name)
     SELECT gen_random_uuid(), id, 'group ' || n FROM unnest($1::uuid[]) AS id, generate_series(1, $2) AS n`,
    [organizations, MOST_GROUPS],
  );
}

/** The agent that all organizations have did nothing here: neither its pause nor its undoing reaches another's. */
async function askAgent(wire: Wire, { home, agentId }: Untouched, findings: Findings): Promise<void> {
  const ask = (method: string, path: string, body: object) =>
    wire.ask(method, `/agents/${agentId}${path}`, { authorization: bearer(home.operator), body });
  for (const status of ['ACTIVE', 'PAUSED']) {
    findings.cells++;
    findings.compare(`an agent that did nothing becomes ${status}`, '200 ok', (await ask('PUT', '', { status })).code);
  }
  const undone = await ask('POST', '/rollback', { since: '2026-01-01T00:00:00.000Z' });
  const entries = await wire.expectOk('GET', '/audit-logs?limit=50', { authorization: bearer(home.operator) });
  const begun = entries.find(({ action }: { action: string }) => action === 'agent.rollback-started');
  findings.cells++;
  findings.compare(
    'undoing an agent that did nothing',
    '200 ok [] over the sessions []',
    `${undone.code} ${JSON.stringify(JSON.parse(undone.text).data?.rollbacks)} over the sessions ${JSON.stringify(begun?.after?.sessions)}`,
  );
}
