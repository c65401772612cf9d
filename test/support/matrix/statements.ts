import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Matrix } from './cells.js';
import { changesBetween, digestOf } from './digest.js';
import type { Findings } from './findings.js';
import { sharedOf } from './fixture.js';
import { HOMES } from './principals.js';

/**
 * The two statements of the ledger, asked as the service's role asks them but with items no service would make: each
 * holds every item to its own organization, whoever else is in the batch.
 */
export async function askStatements({ db, fixture }: Matrix, service: Pool, findings: Findings): Promise<void> {
  const { team, foreign, lonely } = { ...fixture.homes, lonely: fixture.lonely.home };
  const batch = [team.organizationId, foreign.organizationId, lonely.organizationId];
  const epochs = await db.query('SELECT id, epoch::int FROM organizations WHERE id = ANY ($1)', [batch]);
  const epochOf = (organization: string) => epochs.rows.find(({ id }) => id === organization)?.epoch;
  const outcome = async (name: string, org: string, session: string | undefined, more: object) => {
    const item = { ord: 0, org, epoch: epochOf(org), session, simulated: null, ...more };
    const { rows } = await service.query(`SELECT outcome FROM ${name}($1::uuid[], $2::uuid[], $3::json)`, [
      batch,
      [session],
      JSON.stringify([item]),
    ]);
    return rows[0]?.outcome;
  };
  const record = (org: string, session: string | undefined, more: object = {}) =>
    outcome('record_actions', org, session, {
      id: randomUUID(),
      quota: 1_000_000,
      api_name: 'a.b',
      operation_type: 'READ',
      payload: {},
      payload_hash: 'x',
      status: 'SUCCESS',
      asks: false,
      decision: 'ALLOW',
      policy_ids: [],
      agent_slug: 'matrix',
      ...more,
    });
  const confirm = (org: string, session: string | undefined, action: string | undefined, more: object = {}) =>
    outcome('confirm_actions', org, session, { action, status: 'SUCCESS', paused: false, ...more });
  const see = async (what: string, expected: string, seen: Promise<string>) => {
    findings.cells++;
    findings.compare(`the ledger's statement: ${what}`, expected, await seen);
  };

  const [mine, theirs] = [team.organizationId, foreign.organizationId];
  const own = sharedOf(fixture, 'team', 'action');
  const other = sharedOf(fixture, 'foreign', 'action');
  const session = await ownSession(db, lonely.organizationId);
  const organizations = HOMES.map((name) => fixture.homes[name].organizationId);
  const before = await digestOf(db, organizations);

  await see('recording in a foreign session', 'no-session', record(mine, other.id));
  await see('recording in a live session with a test key', 'no-session', record(mine, own.id, { simulated: true }));
  await see('recording with an old epoch', 'stale', record(mine, own.id, { epoch: 0 }));
  await see('confirming in a foreign session', 'not-found', confirm(mine, other.id, other.actionId));
  await see('confirming a foreign action', 'not-found', confirm(mine, own.id, other.actionId));
  await see('confirming with a test key', 'not-found', confirm(mine, own.id, own.actionId, { simulated: true }));
  await see('confirming with an old epoch', 'stale', confirm(mine, own.id, own.actionId, { epoch: 0 }));
  for (const place of changesBetween(before, await digestOf(db, organizations)))
    findings.add(`a refused statement changed ${place}`);

  const once = { idempotency_key: 'the same key', request_hash: 'the same request' };
  await see('a key of idempotency', 'recorded', record(theirs, other.id, once));
  const met = await digestOf(db, organizations);
  const lone = lonely.organizationId;
  await see('the same one elsewhere', 'recorded', record(lone, session, { ...once, quota: 1 }));
  await see('beyond the quota', 'quota', record(lone, session, { quota: 1 }));
  for (const place of changesBetween(met, await digestOf(db, organizations)))
    findings.add(`what one organization recorded changed ${place}`);
}

/** As the operator of that organization would have opened it. */
async function ownSession(db: Pool, organization: string): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) VALUES ($1, $2, 'matrix', 'be alone', false)`,
    [id, organization],
  );
  return id;
}
