import type { Operation } from '../../../api/registry';
import { fieldsOf, isFact } from './fields';

const operation = (apiName: string, facts: string[], properties: object) =>
  ({ apiName, facts, payloadSchema: { type: 'object', properties } }) as unknown as Operation;
const OPERATIONS = [
  operation('postgres.query', ['target.table', 'statement.verb'], { sql: {}, values: {} }),
  operation('postgres.rows.delete', ['target.table', 'statement.verb'], { table: {}, match: {} }),
  operation('slack.chat.postMessage', [], { channel: {} }),
];
const items = (pattern: string) => fieldsOf(OPERATIONS, pattern).map((group) => group.items);
const SESSION = ['session.did', 'session.calls', 'time.hour', 'time.weekday', 'labels.'];
const CALL = ['operationType', 'apiName', 'agentId', 'onBehalfOf', 'driftScore', 'driftPercentile'];

describe('the fields that a condition can look at', () => {
  it('are also the members of lists, down to three levels', () => {
    const list = { type: 'array', items: { type: 'object', properties: { amount: {}, tags: { items: {} } } } };
    const [, paths] = fieldsOf([operation('a.b', [], { items: list })], 'a.b');
    expect(paths?.items).toEqual([
      'payload.items',
      'payload.items.*',
      'payload.items.*.amount',
      'payload.items.*.tags',
    ]);
  });

  it('are facts of the operations first, then their arguments, then the call', () => {
    expect(items('postgres.*')).toEqual([
      ['statement.verb', 'target.table', 'captureFailed', 'reversibility'],
      ['payload.match', 'payload.sql', 'payload.table', 'payload.values'],
      SESSION,
      CALL,
    ]);
    expect(items('slack.*')).toEqual([['captureFailed', 'reversibility'], ['payload.channel'], SESSION, CALL]);
  });

  it('are those of every call while the pattern matches no operation', () => {
    for (const pattern of ['crm.*', '', 'a..b'])
      expect(items(pattern)).toEqual([['captureFailed', 'reversibility'], SESSION, CALL]);
  });

  it('are facts where they hold a text or a yes or no', () => {
    expect(['target.table', 'statement.verb', 'captureFailed'].every(isFact)).toBe(true);
    expect(['payload.amount', 'driftScore', 'targets'].some(isFact)).toBe(false);
  });
});
