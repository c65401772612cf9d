import { createPoolCluster, type PoolConnection } from 'mysql2';
import { createPoolCluster as createPromisedCluster } from 'mysql2/promise';
import { WrapOptionsError } from '../../../../../sdk/src/errors.js';
import { calledBack, newCustomers, rowsOf, world } from '../../../../../sdk/test/needs-mariadb/customers.js';
import { blockingGate, wrapRecorded } from '../../../../../sdk/test/support/every-method.js';

const clusters: { end(): unknown }[] = [];
afterEach(async () => {
  for (const cluster of clusters.splice(0)) await cluster.end();
});
function withNode<T extends { add(id: string, config: object): void; end(): unknown }>(cluster: T): T {
  cluster.add('primary', { uri: world.url, connectionLimit: 1 });
  clusters.push(cluster);
  return cluster;
}
const wrapped = <T extends object>(client: T): T => wrapRecorded(client, blockingGate(), { connector: 'mysql' });

describe('a PoolCluster of mysql2', () => {
  it.each<[string, () => object]>([
    ['with callbacks', () => withNode(createPoolCluster())],
    ['with promises', () => withNode(createPromisedCluster())],
    ['of a pattern, with callbacks', () => withNode(createPoolCluster()).of('*')],
    ['of a pattern, with promises', () => withNode(createPromisedCluster()).of('*') as object],
  ])('is refused: %s', (_, newCluster) => {
    const cluster = newCluster();
    expect(() => wrapped(cluster)).toThrow(WrapOptionsError);
    expect(() => wrapped(cluster)).toThrow(
      'The client is not a Pool or Connection of mysql2 or mysql2/promise (of a PoolCluster, wrap each connection that it gives)',
    );
  });

  it('gives connections that can be wrapped', async () => {
    const table = await newCustomers();
    const [, given] = await calledBack((done) => withNode(createPoolCluster()).getConnection(done));
    const old = wrapped(given as PoolConnection);
    const promised = wrapped(await withNode(createPromisedCluster()).getConnection());
    const [error] = await calledBack((done) => old.query(`DELETE FROM ${table}`, done));
    expect(error).toMatchObject({ code: 'policy-blocked' });
    await expect(promised.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: 'policy-blocked' });
    expect((await promised.query('SELECT 1 AS one'))[0]).toEqual([{ one: 1 }]);
    for (const connection of [old, promised]) connection.release();
    expect(await rowsOf(table)).toHaveLength(3);
  });
});
