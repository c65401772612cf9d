import { type CallFacts, type FactReader, type FactValue, type ReadCall, together } from '../facts/facts.js';

type Input = ReadCall['payload'];

/** PartiQL is not read: it may touch any table. */
export const facts: FactReader = {
  names: ['target.table'],
  of: ({ apiName, payload }): CallFacts => {
    if (apiName === 'dynamodb.statements.execute') return { 'target.table': 'unknown' };
    const input = apiName === 'dynamodb.commands.send' ? payload.input : payload;
    return { 'target.table': tablesIn((input ?? {}) as Input) };
  },
};

function tablesIn({ TableName, RequestItems, TransactItems }: Input): FactValue {
  const named: unknown[] = TableName === undefined ? [] : [TableName];
  if (typeof RequestItems === 'object' && RequestItems !== null) named.push(...Object.keys(RequestItems));
  if (Array.isArray(TransactItems))
    for (const item of TransactItems) named.push(...Object.values((item ?? {}) as object).map((one) => one?.TableName));
  return named.length === 0 ? 'unknown' : together(named.map(table));
}

/** A name, or an ARN, which ends in `table/<name>`. */
function table(text: unknown): FactValue {
  if (typeof text !== 'string' || text === '') return 'unknown';
  if (!text.startsWith('arn:')) return [{ readings: [text] }];
  const [, name] = /:table\/([^/]+)/.exec(text) ?? [];
  return name === undefined ? 'unknown' : [{ readings: [name], aliases: [text] }];
}
