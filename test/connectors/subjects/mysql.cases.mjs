import { rows, statement } from '../../campaigns/hostile/support/makers.mjs';
import { NO_AUTHOR, OF_ROWS, OWN_ADDRESS, proved, ROWS_RENAMED, SAME_ADDRESS } from './reasons.mjs';

const credentials = (secret, { database }) => ({
  connectionString: `mysql://user:${secret}@${database}?ssl-mode=DISABLED`,
});

export default {
  credentials,
  call: ['mysql.rows.delete', { table: 'notes', match: { id: 1 } }],
  plainText: (host) => [{ connectionString: `mysql://u:p@${host}/db?ssl-mode=DISABLED` }],
  asking: 0,
  poisons: [
    ['mysql.query', statement],
    ['mysql.rows.delete', rows],
  ],
  suite: 'test/connectors/needs-mariadb/mysql-scenarios.spec.ts',
  lacks: OF_ROWS,
  more: {
    'not understood body': proved(
      'test/campaigns/dialects/needs-mariadb/mysql-statements.spec.ts',
      'is not captured: %s',
    ),
    "agent's own settings": proved(
      'sdk/test/needs-mariadb/mysql-connection.spec.ts',
      'writes the table of the database that the connection has chosen',
    ),
    'copy of the place': proved(
      'test/campaigns/dialects/needs-mariadb/mysql-copies.spec.ts',
      'is distinguished from its copy, where nothing is undone',
    ),
    'used by others': proved(
      'src/connectors/rows/testkit/undo.testkit.ts',
      'never deletes a row that others would vanish with',
    ),
    'equal by accident': NO_AUTHOR,
    'child in between': proved(
      'src/connectors/rows/testkit/undo.testkit.ts',
      'leaves a deletion of an agent where ON DELETE may have taken rows that came after the capture, until it is forced',
    ),
    'set by a person': proved(
      'src/connectors/rows/testkit/sums.testkit.ts',
      'a sum of NULL is NULL, and a value that another client set since is a conflict',
    ),
    'rolled back by the agent': proved(
      'test/campaigns/dialects/needs-mariadb/sdk/mysql-rolled-back.spec.ts',
      '%s: a later change by hand stays',
    ),
    renamed: proved(ROWS_RENAMED, 'a row whose key another client changed is a conflict'),
    'twice in one transaction': proved(
      'test/campaigns/dialects/needs-mariadb/sdk/mysql-undone.spec.ts',
      'undoes the inserts, updates and deletes of one transaction',
    ),
    'dependent calls': proved(
      'test/campaigns/dialects/needs-mariadb/sdk/mysql-dependent-calls.spec.ts',
      'restores everything when the transaction %s',
    ),
    'changed schema': proved(
      'test/campaigns/dialects/needs-mariadb/sdk/mysql-undone.spec.ts',
      'undoes calls after a column that they did not set was dropped, a type widened and a column added',
    ),
    'touched by others first': proved(
      'src/connectors/rows/testkit/stale.testkit.ts',
      'leaves the row that its answer does not name',
    ),
    duplicates: OWN_ADDRESS,
    'stale snapshot': proved(
      'test/campaigns/dialects/needs-mariadb/sdk/mysql-overtaken.spec.ts',
      'overwrites no change that came between the capture and the call',
    ),
    'slow provider': SAME_ADDRESS,
  },
};
