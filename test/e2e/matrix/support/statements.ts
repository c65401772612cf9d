import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { ConfirmItem, RecordItem } from '../../../../src/actions/ledger/items.js';
import {
  CONFIRM,
  CONFIRM_FAST,
  RECORD,
  RECORD_FAST,
  type Statement,
} from '../../../../src/actions/ledger/statements.js';
import type { Matrix } from './cells.js';
import { changesBetween, digestOf } from './digest.js';
import type { Findings } from './findings.js';
import { sharedOf } from './fixture.js';
import { confirmItem, recordItem } from './ledger-items.js';
import { HOMES } from './principals.js';

/**
 * The statements of the ledger, asked as the service's role asks them but with items no service would make: each
 * holds every item to its own organization, whichever others are in the batch.
 */
export async function askStatements({ db, fixture }: Matrix, service: Pool, findings: Findings): Promise<void> {
  const { team, foreign, untouched } = { ...fixture.homes, untouched: fixture.untouched.home };
  const batch = [team.organizationId, foreign.organizationId, untouched.organizationId];
  const epochs = await db.query('SELECT id, epoch::int FROM organizations WHERE id = ANY ($1)', [batch]);
  const epochOf = (organization: string) => epochs.rows.find(({ id }) => id === organization)?.epoch;
  /**
   * Runs the statement with items of the other organizations in no session beside this one: it sees the rows of all of
   * them.
   */
  const ask = async <I extends RecordItem | ConfirmItem, Answer, Returned>(
    { name, casts, textOf, values, answers }: Statement<I, Answer, Returned>,
    item: I,
    beside: I[] = batch
      .filter((org) => org !== item.org)
      .map((org) => ({ ...item, org, session: randomUUID(), idempotency_key: null })),
  ): Promise<Answer> => {
    const items = [item, ...beside];
    const sent = items.map((one) => ({ item: one, text: textOf(one) }));
    const parameters = casts.map((type, index) => `$${index + 1}::${type}`);
    const { rows } = await service.query(`SELECT ${name}(${parameters}) AS answer`, values(sent));
    const [answer] = answers(rows[0].answer, sent);
    if (!answer) throw new Error(`${name} answered nothing`);
    return answer;
  };
  const recordBy = (statement: typeof RECORD | typeof RECORD_FAST, usual: Partial<RecordItem>) => {
    return async (org: string, session = '', more: Partial<RecordItem> = {}) => {
      const item = recordItem({ org, session, epoch: epochOf(org) }, { ...usual, ...more });
      const { written, sessionStatus, epochHolds, quotaLeft } = await (statement === RECORD_FAST
        ? ask(RECORD_FAST, item)
        : ask(RECORD, item));
      if (written) return 'recorded';
      if (sessionStatus === null) return 'no-session';
      if (!epochHolds) return 'stale';
      return quotaLeft ? 'not as expected' : 'quota';
    };
  };
  const record = recordBy(RECORD, {});
  const cleared = { status: 'CLEARED', operation_type: 'UPDATE', takes_effect: false } as const;
  const clear = recordBy(RECORD_FAST, cleared);
  /** Runs it beside a call that is valid, so that this item alone makes the statement compare each by itself. */
  const clearBeside = async (session = '', more: Partial<RecordItem> = {}) => {
    const place = { org: team.organizationId, epoch: epochOf(team.organizationId) };
    const holding = { org: foreign.organizationId, epoch: epochOf(foreign.organizationId), session: other.id ?? '' };
    const item = recordItem({ ...place, session }, { ...cleared, ...more });
    const { sessionStatus } = await ask(RECORD_FAST, item, [recordItem(holding, cleared)]);
    return sessionStatus === null ? 'no-session' : 'found';
  };
  const confirmBy = (statement: typeof CONFIRM | typeof CONFIRM_FAST) => {
    return async (org: string, session = '', action = '', more: Partial<ConfirmItem> = {}) => {
      const item = confirmItem({ org, session, epoch: epochOf(org) }, action, more);
      const answer = await (statement === CONFIRM ? ask(CONFIRM, item) : ask(CONFIRM_FAST, item));
      if (answer.sessionStatus === null || answer.action === null) return 'not-found';
      if (!answer.epochHolds) return 'stale';
      return answer.written ? 'recorded' : 'not as expected';
    };
  };
  const see = async (what: string, expected: string, seen: Promise<string>) => {
    findings.cells++;
    findings.compare(`the ledger's statement: ${what}`, expected, await seen);
  };

  const [mine, theirs] = [team.organizationId, foreign.organizationId];
  const own = sharedOf(fixture, 'team', 'action');
  const other = sharedOf(fixture, 'foreign', 'action');
  const session = await ownSession(db, untouched.organizationId);
  const organizations = HOMES.map((name) => fixture.homes[name].organizationId);
  const before = await digestOf(db, organizations);

  for (const [doing, form] of Object.entries({ recording: record, clearing: clear })) {
    await see(`${doing} in a foreign session`, 'no-session', form(mine, other.id));
    await see(`${doing} in a live session with a test key`, 'no-session', form(mine, own.id, { simulated: true }));
    await see(`${doing} with an old epoch`, 'stale', form(mine, own.id, { epoch: 0 }));
  }
  const confirmations = { confirming: confirmBy(CONFIRM), 'confirming what is cleared': confirmBy(CONFIRM_FAST) };
  for (const [doing, form] of Object.entries(confirmations)) {
    await see(`${doing} in a foreign session`, 'not-found', form(mine, other.id, other.actionId));
    await see(`${doing} as a foreign action`, 'not-found', form(mine, own.id, other.actionId));
    await see(`${doing} with a test key`, 'not-found', form(mine, own.id, own.actionId, { simulated: true }));
    await see(`${doing} with an old epoch`, 'stale', form(mine, own.id, own.actionId, { epoch: 0 }));
  }
  for (const place of changesBetween(before, await digestOf(db, organizations)))
    findings.add(`a refused statement changed ${place}`);

  const anotherKey = randomUUID();
  const once = { idempotency_key: randomUUID(), request_hash: 'the same request' };
  await see('a key of idempotency', 'recorded', record(theirs, other.id, once));
  await see('another key, cleared', 'recorded', clear(theirs, other.id, { ...once, idempotency_key: anotherKey }));
  await see('clearing in a foreign session, beside a call there', 'no-session', clearBeside(other.id, {}));
  await see('clearing with a test key, beside a call', 'no-session', clearBeside(own.id, { simulated: true }));
  const met = await digestOf(db, organizations);
  const lone = untouched.organizationId;
  await see('the same one elsewhere', 'recorded', record(lone, session, { ...once, quota: 1 }));
  await see('beyond the quota', 'quota', record(lone, session, { quota: 1 }));
  await see('clearing with a key that was used', 'not as expected', clear(lone, session, { ...once, quota: 9 }));
  const elsewhere = { ...once, idempotency_key: anotherKey, quota: 2 };
  await see('clearing with a key that was used elsewhere', 'recorded', clear(lone, session, elsewhere));
  await see('clearing beyond the quota', 'quota', clear(lone, session, { quota: 2 }));
  for (const place of changesBetween(met, await digestOf(db, organizations)))
    findings.add(`what one organization recorded changed ${place}`);
}

/** Opens a session as the operator of that organization would. */
async function ownSession(db: Pool, organization: string): Promise<string> {
  const id = randomUUID();
  await db.query(
    `INSERT INTO sessions (id, organization_id, agent_slug, intent, simulated) VALUES ($1, $2, 'matrix', 'be alone', false)`,
    [id, organization],
  );
  return id;
}
