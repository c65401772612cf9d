import pg from 'pg';

/** A pool says that it has ended before its connections have: the server that goes away may still say goodbye to them. */
export function newPool(config: pg.PoolConfig): pg.Pool {
  return new pg.Pool(config).on('error', () => undefined);
}
