// The cells of each connector: the scenarios of all connectors, which are in scenarios.ts, and its own.

export const COLUMNS = {
  'round trip': ['round trip: a change', 'round trip: a deletion', 'round trip: a creation'],
  'taken back': [
    'taken back: a change comes back, and is undone again',
    'taken back: a deletion is made again, or the plan says that nothing does it',
    'taken back: a creation is made again, or the plan says that nothing does it',
    'taken back: what another client has set since the rollback stays, a CONFLICT',
  ],
  'other field': ['other field: what another client has set since stays'],
  'same field': ['same field: a CONFLICT'],
  deleted: ['deleted by another client: a CONFLICT'],
  'additions by others': ['additions by others: a CONFLICT, and nothing is removed'],
  'answer lost': ['answer lost: UNKNOWN without a proof, and undone by force'],
  refused: ['refused: what another client does by hand afterwards is not undone'],
  'never confirmed': ['never confirmed: UNKNOWN without a proof, undone by force, and skipped where it had no effect'],
  'never ran, done by a person': [
    'never ran, done by a person: UNKNOWN, and it stays',
    'never ran, made by a person: UNKNOWN, and it stays',
    'reported as failed, done by a person: UNKNOWN, and it stays',
  ],
  'made and deleted': ['made and deleted in one session: it is gone'],
  'wrong target': ['wrong target: nothing is undone elsewhere'],
  'unknown members': ['unknown members: the plan says that nothing undoes it'],
  'a→x→a': ['a→x→a: UNKNOWN from the middle, REVERTED as a session'],
  performed: [
    'performed: what the service did is undone from a snapshot of its own',
    'performed, answer lost: the next process never takes it for undone, nor makes it again',
    'performed, died before its effect: the next process never takes it for done',
    'performed, stale snapshot: what another client set at that moment is never written over unseen',
    'performed, never confirmed: no client can confirm it',
  ],
};

export const MORE = [
  'used by others',
  'equal by accident',
  'child in between',
  'set by a person',
  'rolled back by the agent',
  "agent's own settings",
  'copy of the place',
  'not understood body',
  'renamed',
  'twice in one transaction',
  'leaning calls',
  'changed schema',
  'twins',
  'stale snapshot',
  'slow provider',
];

const proved = (file, title) => ({ proved: [file, title] });
/** @param shownBy a test that shows the reason */
const na = (reason, shownBy) => ({ na: reason, ...(shownBy && { shownBy }) });

/** The operations there are show it. */
const shownByOperations = (reason) => na(reason, ['test/connectors/evidence/not-applicable.spec.ts', reason]);

const NO_TRANSACTIONS = shownByOperations('the provider has no transactions');
const NAME_IS_A_FIELD = shownByOperations('its name is a field like others');
const NO_RENAME = shownByOperations('the provider renames nothing');
const OWN_ADDRESS = shownByOperations('what is deleted comes back under its own address');
const NOTHING_COMES_BACK = shownByOperations('nothing brings back what is deleted');
const SAME_ADDRESS = shownByOperations('what is sent again writes the same to the same address');
const IN_ITS_FIELDS = na('what other clients put into it is among its fields, in the row “additions by others”');
const NO_SETTINGS = na('no setting of the client changes what a name or a value means');
const BY_ADDRESS = na('a place is known by the address of the credential alone');
const ANOTHER_ACCOUNT = proved(
  'test/campaigns/hostile/places/same-account.spec.ts',
  'undoes nothing in another account that has the same address by now, and reports it',
);
const BY_SCHEMA = na('a payload is an object with a schema, as in “unknown members”');
const NEW_ID = na('what is made again has another id, and a name that comes again is in the row “renamed”');
const NO_AUTHOR = na('the provider keeps neither author nor time of a value, and an equal value is the same state');
const NO_SUMS = na('no call that is undone adds to a number');
const NO_CHILDREN = na('no deletion that is undone takes other things along');
const NO_SCHEMA = na('no client changes what fields the provider’s things have');
const NOTHING_SHOWN = { changeShown: 'the provider shows nothing of what a change replaced' };
const OVERTAKEN = proved(
  'test/connectors/scenarios/support/scenarios.ts',
  'stale snapshot: what nothing shows is told by the plan and the report',
);
const OF_ROWS = { isBlind: 'rows have suites of their own', changeShown: 'rows have suites of their own' };
const ROWS_RENAMED = 'src/connectors/rows/testkit/renamed.testkit.ts';
const MADE_AGAIN = 'test/connectors/evidence/made-again.spec.ts';
const RENAMED = 'test/connectors/evidence/renamed.spec.ts';
const EQUAL = 'test/connectors/scenarios/equal-by-accident.spec.ts';
const SLOW = 'test/campaigns/outages/slow-provider.spec.ts';

export const SUBJECTS = {
  caldav: {
    suite: 'test/campaigns/dialects/needs-caldav/caldav-scenarios.spec.ts',
    lacks: { setOther: 'an object is compared as a whole' },
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': BY_ADDRESS,
      'used by others': IN_ITS_FIELDS,
      'equal by accident': NO_AUTHOR,
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NO_RENAME,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: OWN_ADDRESS,
      'stale snapshot': OVERTAKEN,
      'slow provider': SAME_ADDRESS,
    },
  },
  dynamodb: {
    suite: 'test/connectors/scenarios/dynamodb.spec.ts',
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': proved(
        'test/connectors/dynamodb.spec.ts',
        'a table of DynamoDB that was deleted and made again under its name',
      ),
      'used by others': IN_ITS_FIELDS,
      'equal by accident': NO_AUTHOR,
      'child in between': NO_CHILDREN,
      'set by a person': proved(
        'test/connectors/scenarios/dynamodb-items.spec.ts',
        'is a conflict once another client has added after the call',
      ),
      'rolled back by the agent': na('a transaction of DynamoDB is one call'),
      renamed: NO_RENAME,
      'twice in one transaction': na(
        'DynamoDB refuses a batch that names one item twice, and nothing undoes its transactions',
        ['test/connectors/scenarios/dynamodb-items.spec.ts', 'is refused by DynamoDB where it names one item twice'],
      ),
      'leaning calls': na('a transaction of DynamoDB is one call'),
      'changed schema': NO_SCHEMA,
      twins: OWN_ADDRESS,
      'stale snapshot': OVERTAKEN,
      'slow provider': SAME_ADDRESS,
    },
  },
  gcal: {
    suite: 'test/connectors/scenarios/gcal.spec.ts',
    lacks: NOTHING_SHOWN,
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': IN_ITS_FIELDS,
      'equal by accident': NEW_ID,
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NAME_IS_A_FIELD,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: proved(MADE_AGAIN, 'that are duplicates are both restored'),
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
    },
  },
  gdrive: {
    suite: 'test/connectors/scenarios/gdrive.spec.ts',
    lacks: {
      ...NOTHING_SHOWN,
      remove: 'nothing brings back a deleted file',
      removeMade: 'nothing brings back a deleted file',
    },
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': proved(
        'test/connectors/evidence/additions.spec.ts',
        'a folder of Google Drive in which another client has put a file',
      ),
      'equal by accident': NEW_ID,
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NAME_IS_A_FIELD,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: NOTHING_COMES_BACK,
      'stale snapshot': OVERTAKEN,
      'slow provider': SAME_ADDRESS,
    },
  },
  github: {
    suite: 'test/connectors/scenarios/github.spec.ts',
    lacks: NOTHING_SHOWN,
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': proved(
        'test/connectors/evidence/additions.spec.ts',
        'an issue of GitHub that another client has commented on',
      ),
      'equal by accident': NEW_ID,
      'child in between': proved(
        EQUAL,
        'that was deleted is a CONFLICT where an issue got it between the capture and the call',
      ),
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: proved(RENAMED, 'that were changed, and renamed since, are a CONFLICT'),
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: proved(MADE_AGAIN, 'that are duplicates are both restored'),
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
    },
  },
  gmail: {
    suite: 'test/connectors/scenarios/gmail.spec.ts',
    lacks: NOTHING_SHOWN,
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': proved(
        'test/connectors/evidence/additions.spec.ts',
        'a label of Gmail that is on other mails by now',
      ),
      'equal by accident': NEW_ID,
      'child in between': proved(
        'test/connectors/gmail.spec.ts',
        'that were deleted are a CONFLICT where a message got them between the capture and the call',
      ),
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: proved(RENAMED, 'that were created are never mistaken for others that have their name since'),
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: proved(MADE_AGAIN, 'that are duplicates are both restored'),
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(SLOW, 'later than an undo waits is UNKNOWN until it is there, and not made twice'),
    },
  },
  http: {
    suite: 'test/connectors/scenarios/http.spec.ts',
    lacks: NOTHING_SHOWN,
    more: {
      'not understood body': proved(
        'test/connectors/scenarios/not-understood.spec.ts',
        'whose body is %s is not captured, and needs no undo that would say REVERTED',
      ),
      "agent's own settings": NO_SETTINGS,
      'copy of the place': BY_ADDRESS,
      'used by others': IN_ITS_FIELDS,
      'equal by accident': NO_AUTHOR,
      'child in between': NO_CHILDREN,
      'set by a person': na('a declaration says which fields a body sets, and no sums'),
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NO_RENAME,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: na('nothing looks for what it made again: it is known by its answer alone'),
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(
        'test/connectors/scenarios/json-server.spec.ts',
        'says UNKNOWN of a thing that a slow server may have made again',
      ),
    },
  },
  mysql: {
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
      'leaning calls': proved(
        'test/campaigns/dialects/needs-mariadb/sdk/mysql-leaning.spec.ts',
        'restores everything when the transaction %s',
      ),
      'changed schema': proved(
        'test/campaigns/dialects/needs-mariadb/sdk/mysql-undone.spec.ts',
        'undoes calls after a column that they did not set was dropped, a type widened and a column added',
      ),
      twins: OWN_ADDRESS,
      'stale snapshot': proved(
        'test/campaigns/dialects/needs-mariadb/sdk/mysql-overtaken.spec.ts',
        'overwrites no change that came between the capture and the call',
      ),
      'slow provider': SAME_ADDRESS,
    },
  },
  postgres: {
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
      'leaning calls': proved('test/e2e/rollback/leaning-calls.spec.ts', 'restores everything when the transaction %s'),
      'changed schema': proved(
        'test/e2e/rollback/rollback-postgres.spec.ts',
        'undoes calls after a column that they did not set was dropped, a type widened and a column added',
      ),
      twins: OWN_ADDRESS,
      'stale snapshot': proved(
        'test/e2e/rollback/rollback-postgres.spec.ts',
        '%s between the capture and the call: %s',
      ),
      'slow provider': SAME_ADDRESS,
    },
  },
  redis: {
    suite: 'test/connectors/needs-redis/redis-scenarios.spec.ts',
    lacks: { changeShown: 'HSET answers no value; SET with GET has a test of its own' },
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": na('the payload names the database that the client has chosen'),
      'copy of the place': na('a copy has another `run_id` and another address'),
      'used by others': IN_ITS_FIELDS,
      'equal by accident': proved(
        'test/connectors/needs-redis/redis-equal.spec.ts',
        'is UNKNOWN at the %s end, where another client may have taken it and pushed the same one',
      ),
      'child in between': NO_CHILDREN,
      'set by a person': proved(
        'test/connectors/needs-redis/redis-conflicts.spec.ts',
        'a counter that expired and that another client set to the same number is a conflict',
      ),
      'rolled back by the agent': proved(
        'sdk/test/needs-redis/redis-transactions.spec.ts',
        'that was lost with its connection did not happen, and holds up no call after it',
      ),
      renamed: proved(
        'test/campaigns/dialects/needs-redis/redis-renamed.spec.ts',
        'by calls of the agent, and is deleted then, is as before after its undo',
      ),
      'twice in one transaction': proved(
        'sdk/test/needs-redis/redis-client.spec.ts',
        'undoes commands of every type, one after the other on the same keys',
      ),
      'leaning calls': na('Redis has no constraints between keys'),
      'changed schema': NO_SCHEMA,
      twins: OWN_ADDRESS,
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(
        'test/connectors/needs-redis/redis-evidence.spec.ts',
        'does not undo an increment twice when the answer of the first undo was lost',
      ),
    },
  },
  s3: {
    suite: 'test/connectors/scenarios/s3.spec.ts',
    lacks: { changeShown: 's3rver ignores If-Match' },
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': proved(EQUAL, 'a bucket of S3 that was deleted and made again under its name'),
      'used by others': IN_ITS_FIELDS,
      'equal by accident': proved(EQUAL, 'an object of S3 that another client put again with the same bytes'),
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NO_RENAME,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: OWN_ADDRESS,
      'stale snapshot': OVERTAKEN,
      'slow provider': SAME_ADDRESS,
    },
  },
  slack: {
    suite: 'test/connectors/scenarios/slack.spec.ts',
    lacks: NOTHING_SHOWN,
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': proved(
        'test/connectors/evidence/additions.spec.ts',
        'a channel of Slack in which a person has written',
      ),
      'equal by accident': proved(EQUAL, 'stays pinned where a person took it off and pinned it again'),
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NAME_IS_A_FIELD,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: proved(MADE_AGAIN, 'that are duplicates are both restored'),
      'stale snapshot': OVERTAKEN,
      'slow provider': proved(SLOW, 'after the time-out is found, and not made twice'),
    },
  },
  stripe: {
    suite: 'test/connectors/scenarios/stripe.spec.ts',
    lacks: {
      ...NOTHING_SHOWN,
      remove: 'nothing brings back a deleted customer',
      removeMade: 'nothing brings back a deleted customer',
    },
    more: {
      'not understood body': BY_SCHEMA,
      "agent's own settings": NO_SETTINGS,
      'copy of the place': ANOTHER_ACCOUNT,
      'used by others': proved(
        'test/connectors/evidence/additions.spec.ts',
        'a product of Stripe with a price of another client',
      ),
      'equal by accident': NEW_ID,
      'child in between': NO_CHILDREN,
      'set by a person': NO_SUMS,
      'rolled back by the agent': NO_TRANSACTIONS,
      renamed: NAME_IS_A_FIELD,
      'twice in one transaction': NO_TRANSACTIONS,
      'leaning calls': NO_TRANSACTIONS,
      'changed schema': NO_SCHEMA,
      twins: NOTHING_COMES_BACK,
      'stale snapshot': OVERTAKEN,
      'slow provider': SAME_ADDRESS,
    },
  },
};
