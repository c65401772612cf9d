import type { Connector } from '../connector.js';
import { allUnknown, type CallFacts, type FactReader, type ReadCall } from '../facts/facts.js';
import { summaries } from '../postgres/summaries.js';
import { expressionsIn, ROW_FACTS, verbOf } from '../rows/row-facts.js';
import { rowsConnector } from '../rows/rows-connector.js';
import { tableFact } from '../rows/table-fact.js';
import { urlPublicPart } from '../url-public-part.js';
import { dialect } from './dialect.js';
import { operations } from './operations.js';
import { outcomeOf } from './perform/outcome.js';
import { perform } from './perform/perform.js';
import { captureStatement } from './query/capture-statement.js';
import { factsOf, isPlainExpression, verbThing } from './query/statement-facts.js';

/** In a text that is not one plain statement, every name may be that of a table. */
const facts: FactReader = {
  names: ROW_FACTS,
  of,
  covers: {
    apiName: 'mysql.query',
    byVerb: { INSERT: 'mysql.rows.insert', UPDATE: 'mysql.rows.update', DELETE: 'mysql.rows.delete' },
    others: new Set(['SELECT', 'WITH', 'TABLE', 'VALUES', 'EXPLAIN']),
  },
};

function of({ apiName, payload }: ReadCall): CallFacts {
  if (apiName !== 'mysql.query') return rowFacts(apiName, payload);
  if (typeof payload.sql !== 'string') return allUnknown(ROW_FACTS);
  const { tables, verbs } = factsOf(payload.sql);
  return { 'target.table': tables, 'statement.verb': verbs };
}

function rowFacts(apiName: string, payload: ReadCall['payload']): CallFacts {
  const verb = verbOf(apiName);
  const isPlain = expressionsIn(payload).every((text) => typeof text === 'string' && isPlainExpression(text));
  return {
    'target.table': isPlain ? tableFact(payload.table) : 'unknown',
    'statement.verb': verb === undefined ? 'unknown' : [verbThing(verb)],
  };
}

const ofRows = rowsConnector(dialect);

/** Rows of InnoDB tables of a MySQL or MariaDB database, identified by their primary key. */
export const mysql: Connector = {
  id: 'mysql',
  facts,
  title: 'MySQL and MariaDB',
  verified: true,
  apiVersion: 'MySQL 8.0.17 or newer, MariaDB 10.6 or newer',
  credentialFields: [
    {
      name: 'connectionString',
      required: true,
      publicPart: urlPublicPart,
      description:
        'mysql://user:password@host:port/database?ssl-mode=VERIFY_IDENTITY. ssl-mode: VERIFY_IDENTITY (the default for a ' +
        'public host), VERIFY_CA, REQUIRED (TLS without checking the certificate), or DISABLED (plain text: the ' +
        'default on this machine, and refused for a public host). A private host needs one of them.',
    },
    {
      name: 'counters',
      required: false,
      isPublic: true,
      description:
        'Columns that only ever add up, as schema.table.column, separated by commas. A rollback by an operator subtracts what ' +
        'a call added from what is there, also where another client changed it since.',
    },
    {
      name: 'marks',
      required: false,
      isPublic: true,
      description:
        'A table (id char(36) PRIMARY KEY) of the service alone, as schema.table. Each call that the service makes leaves a ' +
        'row there in its transaction, which shows whether a call took effect whose answer was lost.',
    },
  ],
  summaries,
  operations,
  ...ofRows,
  capture: (call, context) =>
    call.apiName === 'mysql.query' ? captureStatement(call, context) : ofRows.capture(call, context),
  perform,
  outcomeOf: (noted, _, context) => outcomeOf(noted, context),
};
