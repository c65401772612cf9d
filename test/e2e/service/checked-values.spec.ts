import { readFileSync } from 'node:fs';
import { ACTION_STATUSES } from '../../../src/contract/action-statuses.js';
import { OPERATION_TYPES } from '../../../src/contract/operation-types.js';
import { POLICY_ACTIONS } from '../../../src/contract/policy-actions.js';
import { SESSION_STATUSES } from '../../../src/contract/session-statuses.js';
import { VIOLATIONS } from '../../../src/contract/violations.js';
import { newOrganization, newSession } from '../../support/client.js';
import { logged, rows } from '../../support/ledger.js';

afterAll(() => rows.end());

/** For each type a value that its columns refuse. */
const WRONG: Readonly<Record<string, unknown>> = {
  action_status: 'DONE',
  counter: -1,
  label_set: '[]',
  on_behalf_of: '',
  operation_type: 'GUESS',
  policy_decision: 'MAYBE',
  rollback_state: 'STUCK',
  session_status: 'DIRTY',
  settlement: 'burnt',
  tool_call_id: '',
  traceparent: '00-1',
  violation: 'rude',
};

/** The domains that take the values of a table of the code. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  action_status: Object.keys(ACTION_STATUSES),
  operation_type: OPERATION_TYPES,
  policy_decision: POLICY_ACTIONS,
  session_status: SESSION_STATUSES,
  violation: VIOLATIONS,
};

interface CheckedColumn {
  table: string;
  column: string;
  type: string;
}

async function checkedColumns(): Promise<CheckedColumn[]> {
  const { rows: found } = await rows.query<CheckedColumn>(
    `SELECT attrelid::regclass::text AS "table", attname AS "column", typname AS type
     FROM pg_attribute JOIN pg_type t ON t.oid = atttypid JOIN pg_class c ON c.oid = attrelid
     WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT attisdropped
       AND EXISTS (SELECT FROM pg_attribute own WHERE own.attrelid = c.oid AND own.attname = 'id')`,
  );
  return found;
}

describe('the database', () => {
  it('refuses a value that no rule can have written, whatever column of a session or a call takes it', async () => {
    const { agent } = await newOrganization();
    const session = await newSession(agent);
    const action = await logged(agent, session);
    const columns = await checkedColumns();
    expect([...new Set(columns.map(({ type }) => type))].sort()).toEqual(Object.keys(WRONG));

    const taken: CheckedColumn[] = [];
    for (const one of columns) {
      const row = one.table === 'sessions' ? session : action;
      const update = `UPDATE ${one.table} SET ${one.column} = $2 WHERE id = $1`;
      const code = await rows.query(update, [row, WRONG[one.type]]).then(
        () => undefined,
        (error: { code: string }) => error.code,
      );
      if (code !== '23514') taken.push(one);
    }
    expect(taken).toEqual([]);
  });

  it('has no CHECK of one column on a table of the hot path: each statement would parse it again', async () => {
    const { rows: parsed } = await rows.query(
      `SELECT conname FROM pg_constraint
       WHERE conrelid IN ('sessions'::regclass, 'actions'::regclass) AND contype = 'c' AND cardinality(conkey) = 1`,
    );
    expect(parsed).toEqual([]);
  });

  it('takes a call out of the windows of policies for the statuses of src/contract', () => {
    const source = (path: string) => readFileSync(`migrations/${path}count_in_windows.sql`, 'utf8');
    const lists = source('functions/policies/').match(/\bIN \([^)]+\)/g) ?? [];
    expect(lists).toHaveLength(2);
    const leaving = Object.entries(ACTION_STATUSES).flatMap(([name, { leavesWindows }]) => (leavesWindows ? name : []));
    for (const list of lists) expect(list.match(/[A-Z_]{3,}/g)?.sort()).toEqual(leaving.toSorted());
    const passed = source('triggers/policies/actions.').match(/(?<=<> ')[A-Z]+/g);
    expect(passed).toEqual(['CLEARED', 'SUCCESS']);
    expect(leaving.filter((status) => passed?.includes(status))).toEqual([]);
  });

  it.each(Object.entries(TABLES))(
    'takes in a column of the type %s exactly the values of src/contract',
    async (type, values) => {
      const { rows: found } = await rows.query<{ check: string }>(
        'SELECT pg_get_constraintdef(c.oid) AS "check" FROM pg_constraint c JOIN pg_type t ON t.oid = contypid WHERE typname = $1',
        [type],
      );
      const [{ check } = { check: '' }] = found;
      expect([...check.matchAll(/'([^']+)'/g)].map(([, value]) => value).sort()).toEqual(values.toSorted());
    },
  );
});
