import { rows, statement } from '../../campaigns/hostile/support/makers.mjs';
import { NO_AUTHOR, OF_ROWS, OWN_ADDRESS, proved, ROWS_RENAMED, SAME_ADDRESS } from './reasons.mjs';

const credentials = (secret, { database }) => ({
  connectionString: `postgres://user:${secret}@${database}?sslmode=disable`,
});

export default {
  credentials,
  call: ['postgres.rows.delete', { table: 'notes', match: { id: 1 } }],
  plainText: (host) => [
    { connectionString: `postgres://u:p@${host}/db?sslmode=disable` },
    { connectionString: `postgres://u:p@${host}/db?sslmode=allow` },
  ],
  asking: 0,
  poisons: [
    ['postgres.query', statement],
    ['postgres.rows.update', rows],
  ],
  suite: 'test/connectors/scenarios/postgres.spec.ts',
  lacks: OF_ROWS,
  more: {
    'not understood body': proved(
      'src/connectors/postgres/query/specs/refusals.spec.ts',
      'is not captured: %s, because %s',
    ),
    "agent's own settings": proved(
      'test/e2e/rollback/agents-connection.spec.ts',
      'writes the table that the name means with %s',
    ),
    'copy of the place': proved(
      'test/connectors/needs-postgres/postgres-copies.spec.ts',
      'is a different server than its copy, where nothing is undone',
    ),
    'used by others': proved(
      'src/connectors/rows/testkit/undo.testkit.ts',
      'never deletes a row that others would vanish with',
    ),
    'equal by accident': NO_AUTHOR,
    'child in between': proved(
      'test/e2e/rollback/rollback-postgres.spec.ts',
      'is a CONFLICT where ON DELETE %s may have taken a row that came between the capture and the call',
    ),
    'set by a person': proved(
      'src/connectors/rows/testkit/sums.testkit.ts',
      'a sum of NULL is NULL, and a value that another client set since is a conflict',
    ),
    'rolled back by the agent': proved(
      'sdk/test/pg-transactions.spec.ts',
      'confirms them as failed when it is rolled back',
    ),
    renamed: proved(ROWS_RENAMED, 'a row whose key another client changed is a conflict'),
    'twice in one transaction': proved(
      'test/e2e/actions/one-transaction.spec.ts',
      'undoes what one transaction did twice to one row',
    ),
    'dependent calls': proved(
      'test/e2e/rollback/dependent-calls.spec.ts',
      'restores everything when the transaction %s',
    ),
    'changed schema': proved(
      'test/e2e/rollback/rollback-postgres.spec.ts',
      'undoes calls after a column that they did not set was dropped, a type widened and a column added',
    ),
    'touched by others first': proved(
      'src/connectors/rows/testkit/stale.testkit.ts',
      'leaves the row that its answer does not name',
    ),
    duplicates: OWN_ADDRESS,
    'stale snapshot': proved('test/e2e/rollback/rollback-postgres.spec.ts', '%s between the capture and the call: %s'),
    'slow provider': SAME_ADDRESS,
  },
};
