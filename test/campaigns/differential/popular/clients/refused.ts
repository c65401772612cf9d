import { load, ofProject, type RefusedClient } from './popular-client.js';

/** Libraries above a driver: `wrap()` refuses them with the object to wrap instead. */
export const REFUSED_CLIENTS: readonly RefusedClient[] = [
  {
    name: 'knex',
    wrapped: 'knex()',
    instead: 'the `pg.Pool` of its connections',
    make: async ({ postgresUrl }) => ofProject('knex')({ client: 'pg', connection: postgresUrl }),
    use: (knex) => knex('things').where({ id: 0 }).delete(),
    close: (knex) => knex.destroy(),
  },
  {
    name: 'drizzle-orm',
    wrapped: 'drizzle()',
    instead: 'the pool that it is given',
    make: async ({ postgresUrl }) => {
      const { Pool } = ofProject('pg');
      return ofProject('drizzle-orm/node-postgres').drizzle(new Pool({ connectionString: postgresUrl }));
    },
    use: (db) => db.execute('DELETE FROM things WHERE id = 0'),
    close: (db) => db.$client.end(),
  },
  {
    name: 'kysely',
    wrapped: 'new Kysely()',
    instead: 'the pool of its dialect',
    make: async ({ postgresUrl }) => {
      const { Kysely, PostgresDialect } = ofProject('kysely');
      const { Pool } = ofProject('pg');
      return new Kysely({ dialect: new PostgresDialect({ pool: new Pool({ connectionString: postgresUrl }) }) });
    },
    use: (db) => db.deleteFrom('things').where('id', '=', 0).execute(),
    close: (db) => db.destroy(),
  },
  {
    name: 'typeorm',
    wrapped: 'new DataSource()',
    instead: 'the pool that its driver makes',
    make: async ({ postgresUrl }) => {
      const { DataSource } = ofProject('typeorm');
      const source = new DataSource({ type: 'postgres', url: postgresUrl });
      return source.initialize();
    },
    use: (source) => source.query('DELETE FROM things WHERE id = 0'),
    close: (source) => source.destroy(),
  },
  {
    name: 'sequelize',
    wrapped: 'new Sequelize()',
    instead: 'the clients of its `dialectModule`',
    make: async ({ postgresUrl }) => {
      const { Sequelize } = (await load('sequelize')).default;
      return new Sequelize(postgresUrl, { dialectModule: ofProject('pg'), logging: false });
    },
    use: (sequelize) => sequelize.query('DELETE FROM things WHERE id = 0'),
    close: (sequelize) => sequelize.close(),
  },
  {
    name: 'mongoose',
    wrapped: 'mongoose.createConnection()',
    instead: 'your own functions that use it, as one object',
    make: async ({ ports }) => {
      const { default: mongoose } = await load('mongoose');
      return mongoose.createConnection(`mongodb://127.0.0.1:${ports.mongodb}/d?directConnection=true`).asPromise();
    },
    use: (connection) => connection.collection('things').deleteMany({}),
    close: (connection) => connection.close(),
  },
];
