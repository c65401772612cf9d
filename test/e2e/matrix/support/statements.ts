import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Confirmed, ConfirmItem, Recorded, RecordItem } from '../../../../src/actions/ledger/items.js';
import type { Matrix } from './cells.js';
import { changesBetween, digestOf } from './digest.js';
import type { Findings } from './findings.js';
import { sharedOf } from './fixture.js';
import { confirmItem, recordItem } from './ledger-items.js';
import { HOMES } from './principals.js';

/**
 * The two statements of the ledger, asked as the service's role asks them but with items no service would make: each
 * holds every item to its own organization, whichever others are in the batch.
 */
export async function askStatements({ db, fixture }: Matrix, service: Pool, findings: Findings): Promise<void> {
  const { team, foreign, lonely } = { ...fixture.homes, lonely: fixture.lonely.home };
  const batch = [team.organizationId, foreign.organizationId, lonely.organizationId];
  const epochs = await db.query('SELECT id, epoch::int FROM organizations WHERE id = ANY ($1)', [batch]);
  const epochOf = (organization: string) => epochs.rows.find(({ id }) => id === organization)?.epoch;
  const ask = async (name: string, item: RecordItem | ConfirmItem): Promise<Recorded | Confirmed> => {
    const { rows } = await service.query(`SELECT ${name}($1::uuid[], $2::uuid[], $3::json) AS answer`, [
      batch,
      [item.session],
      JSON.stringify([{ ord: 0, ...item }]),
    ]);
    const { answer } = rows[0];
    return answer.answers[0];
  };
  const record = async (org: string, session = '', more: Partial<RecordItem> = {}) => {
    const item = recordItem({ org, session, epoch: epochOf(org) }, more);
    const { written, sessionStatus, epochHolds, quotaLeft } = (await ask('record_actions', item)) as Recorded;
    if (written) return 'recorded';
    if (sessionStatus === null) return 'no-session';
    if (!epochHolds) return 'stale';
    return quotaLeft ? 'not as expected' : 'quota';
  };
  const confirm = async (org: string, session = '', action = '', more: Partial<ConfirmItem> = {}) => {
    const item = confirmItem({ org, session, epoch: epochOf(org) }, action, more);
    const { written, sessionStatus, epochHolds, action: found } = (await ask('confirm_actions', item)) as Confirmed;
    if (sessionStatus === null || found === null) return 'not-found';
    if (!epochHolds) return 'stale';
    return written ? 'recorded' : 'not as expected';
  };
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
