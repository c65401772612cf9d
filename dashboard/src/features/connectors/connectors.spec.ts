import type { Operation } from '../../api/registry';
import type { Credential } from './api';
import { connectorsOf, filledIn, filtered, missing, readConnectorList, stateOf } from './connectors';

const operation = (apiName: string, reversibility: Operation['reversibility'], operationType = 'UPDATE') =>
  ({
    apiName,
    connector: apiName.split('.')[0],
    reversibility,
    operationType,
    verified: reversibility !== 'none',
    credentialFields: [],
  }) as unknown as Operation;
const stored = (connector: string, lastCheckOk: boolean | null) => ({ connector, lastCheckOk }) as Credential;
const REGISTRY = [
  operation('b.rows.update', 'exact'),
  operation('b.rows.select', 'none', 'READ'),
  operation('b.rows.drop', 'none'),
  operation('a.x.y', 'compensating'),
  operation('c.x.y', 'exact'),
];

describe('the connectors', () => {
  it('are counted by what can be undone, reads left out', () => {
    const b = connectorsOf(REGISTRY, [], undefined).find(({ id }) => id === 'b');
    expect([b?.undo, b?.isVerified]).toEqual([{ exact: 1, compensating: 0, none: 1 }, false]);
  });

  it('begin with those that do not work', () => {
    const credentials = [stored('c', true), stored('b', false)];
    const found = connectorsOf(REGISTRY, credentials, undefined);
    expect(found.map((one) => [one.id, stateOf(one)])).toEqual([
      ['b', 'unhealthy'],
      ['c', 'healthy'],
      ['a', 'unconfigured'],
    ]);
    expect(filtered(found, 'ROWS.UP', undefined).map(({ id }) => id)).toEqual(['b']);
    expect(filtered(found, undefined, 'healthy').map(({ id }) => id)).toEqual(['c']);
    expect(readConnectorList({ state: 'broken' }).state).toBeUndefined();
  });

  it('are as they were checked now, before what the last check left', () => {
    const health = { connector: 'a', status: 'healthy', checkedAt: null, latencyMs: 3, detail: null } as const;
    expect(stateOf({ credential: stored('a', false), health })).toBe('healthy');
    expect(stateOf({ credential: stored('a', null), health: undefined })).toBe('stored');
  });

  it('take what was filled in, and say what is missing', () => {
    const fields = [
      { name: 'token', required: true, description: '' },
      { name: 'baseUrl', required: false, description: '' },
    ];
    expect(missing(fields, { token: '', baseUrl: 'x' })).toEqual(['token']);
    expect(filledIn({ token: 't', baseUrl: '' })).toEqual({ token: 't' });
  });
});
