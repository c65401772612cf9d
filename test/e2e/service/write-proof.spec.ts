import { DataSource } from 'typeorm';
import { Shares } from '../../../src/platform/concurrency/shares.js';
import { entitySettings } from '../../../src/platform/database/connection.js';
import { Database } from '../../../src/platform/database/database.js';
import { missingForWrite } from '../../../src/platform/database/write-proof.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { newPool } from '../../support/pool.js';

let own: OwnDatabase;
let database: Database;
beforeAll(async () => {
  own = await newOwnDatabase();
  const source = await new DataSource(entitySettings(own.serviceUrl)).initialize();
  database = new Database(source, newPool({ connectionString: own.serviceUrl }), new Shares(1));
});
afterAll(async () => {
  await database.onApplicationShutdown();
  await own.drop();
});

describe('the proof of a write', () => {
  it('is given where nothing is locked', async () => {
    expect(await missingForWrite(database)).toBeNull();
  });

  // The code reads and writes these by SQL alone, or not at all.
  it.each(['usage_months', 'metric_changes', 'audit_entries', 'added_since'])(
    'fails while %s is locked',
    async (table) => {
      await own.superuser.query(
        'CREATE TABLE IF NOT EXISTS added_since (id int); GRANT INSERT ON added_since TO PUBLIC',
      );
      const holder = await own.superuser.connect();
      await holder.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      expect(await missingForWrite(database)).toMatchObject({ part: 'database' });
      await holder.query('ROLLBACK');
      holder.release();
      expect(await missingForWrite(database)).toBeNull();
    },
  );
});
