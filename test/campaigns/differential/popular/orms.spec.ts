// biome-ignore-all lint/suspicious/noExplicitAny: libraries of which no types are installed.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { blockingGate, wrapRecorded } from '../../../../sdk/test/support/every-method.js';
import { newGovernance } from '../../../../sdk/test/support/governance.js';
import { RecordingGate } from '../../../../sdk/test/support/recording-gate.js';
import { newCustomerDatabase } from '../../../support/customer-database.js';
import { load } from './clients/popular-client.js';
import { startRecordingEnd } from './recording-end.js';

/** ORMs that only campaigns install, on the driver that `wrap()` names in their place (sdk/docs/orms.md). */
const PRISMA = new URL('../../../stand-ins/prisma/', import.meta.url);
const fromPrisma = createRequire(new URL('package.json', PRISMA));

const PEOPLE = `
  CREATE TABLE people (id serial PRIMARY KEY, email text UNIQUE NOT NULL, name text, visits int NOT NULL DEFAULT 0);
  INSERT INTO people (email, name) VALUES ('ada@example.com', 'Ada'), ('bob@example.com', 'Bob');`;

type Govern = <T extends object>(client: T) => T;
/** Work of an agent with its ORM, on what it is given in place of the driver. */
type Work = (url: string, govern: Govern) => Promise<void>;

const ADA = { email: 'ada@example.com' };
const DI = { email: 'di@example.com', name: 'Di' };

const withSequelize: Work = async (url, govern) => {
  const { Sequelize, DataTypes } = (await load('sequelize')).default;
  const Client = new Proxy(pg.Client, { construct: (_, [config]) => govern(new pg.Client(config)) });
  const sequelize = new Sequelize(url, { dialectModule: { ...pg, Client }, logging: false });
  const columns = {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    ...{ email: DataTypes.TEXT, name: DataTypes.TEXT, visits: DataTypes.INTEGER },
  };
  const Person = sequelize.define('people', columns, { timestamps: false, freezeTableName: true });
  await sequelize.transaction(async (transaction: object) => {
    const made = await Person.create(DI, { transaction });
    await made.update({ name: 'Diana' }, { transaction });
    await Person.update({ name: 'Adele' }, { where: ADA, transaction });
    await Person.increment({ visits: 2 }, { where: ADA, transaction });
  });
  await Person.destroy({ where: { name: 'Bob' } });
  await sequelize.close();
};

/** @returns the class that Prisma generates for the schema; its query compiler is WebAssembly, so no engine is loaded */
function prismaClient(): any {
  const cli = fromPrisma.resolve('prisma/build/index.js');
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  execFileSync(process.execPath, [cli, 'generate', '--schema', 'schema.prisma'], { cwd: fileURLToPath(PRISMA), env });
  return fromPrisma('./node_modules/.generated').PrismaClient;
}

function prismaOn(pool: pg.Pool): any {
  const { PrismaPg } = fromPrisma('@prisma/adapter-pg');
  return new (prismaClient())({ adapter: new PrismaPg(pool) });
}

const withPrisma: Work = async (url, govern) => {
  // The adapter knows a pool by the class of its own copy of pg.
  const raw = new (fromPrisma('pg').Pool)({ connectionString: url, max: 2 });
  raw.on('error', () => undefined);
  const pool: pg.Pool = govern(raw);
  const prisma = prismaOn(pool);
  await prisma.$transaction(async (tx: any) => {
    const { id } = await tx.people.create({ data: DI });
    await tx.people.update({ where: { id }, data: { name: 'Diana' } });
    await tx.people.update({ where: ADA, data: { name: 'Adele', visits: { increment: 2 } } });
  });
  await prisma.$transaction([prisma.people.deleteMany({ where: { name: 'Bob' } })]);
  await prisma.$disconnect();
  await pool.end();
};

/** Neon's driver speaks PostgreSQL's protocol over a WebSocket; a relay takes it to the server, as Neon's proxy does. */
const withNeon: Work = async (url, govern) => {
  const { Pool, neonConfig } = (await load('@neondatabase/serverless')).default;
  const { WebSocket, WebSocketServer } = (await load('ws')).default;
  const relay = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  relay.on('connection', (socket: any) => {
    const { hostname, port } = new URL(url);
    const server = connect({ host: hostname, port: Number(port) });
    socket.on('message', (bytes: Buffer) => server.write(bytes));
    server.on('data', (bytes) => socket.send(bytes));
    server.on('error', () => socket.close());
    server.on('close', () => socket.close());
    socket.on('close', () => server.destroy());
  });
  await once(relay, 'listening');
  Object.assign(neonConfig, {
    webSocketConstructor: WebSocket,
    wsProxy: () => `127.0.0.1:${relay.address().port}`,
    useSecureWebSocket: false,
    pipelineConnect: false,
  });
  const raw = new Pool({ connectionString: url, max: 2 });
  raw.on('error', () => undefined);
  const pool: pg.Pool = govern(raw);
  try {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('INSERT INTO people (email, name) VALUES ($1, $2)', [DI.email, 'Diana']);
      await client.query('UPDATE people SET name = $1, visits = visits + 2 WHERE email = $2', ['Adele', ADA.email]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await pool.query("DELETE FROM people WHERE name = 'Bob'");
  } finally {
    await raw.end();
    for (const socket of relay.clients) socket.terminate();
    relay.close();
  }
};

describe.each<[string, Work, string]>([
  ['@neondatabase/serverless', withNeon, 'REVERTED'],
  ['Sequelize', withSequelize, 'REVERTED'],
  // Its updates have conditions that no row is recorded for.
  ['Prisma', withPrisma, 'PARTIALLY_REVERTED'],
])('%s on what it takes in place of its driver', (_, work, displayStatus) => {
  it('does what it does on a raw one, and a rollback undoes its rows', async () => {
    const [bare, governed] = [await newCustomerDatabase(), await newCustomerDatabase()];
    const rowsOf = async ({ pool }: { pool: pg.Pool }) =>
      (await pool.query('SELECT id, email, name, visits FROM people ORDER BY id')).rows;
    for (const { pool } of [bare, governed]) await pool.query(PEOPLE);
    const before = await rowsOf(governed);
    await work(bare.url, (client) => client);
    const credentials = { connector: 'postgres', values: { connectionString: governed.url } };
    const { wrap, session, operator, actions } = await newGovernance({ credentials });
    await work(governed.url, (client) => wrap(client, { connector: 'postgres' }));
    expect(await rowsOf(governed)).toEqual(await rowsOf(bare));
    expect((await actions()).every(({ status }) => status === 'SUCCESS')).toBe(true);
    const report = (await operator.post(`/sessions/${session.id}/rollback`)).body.data;
    expect(report.displayStatus).toBe(displayStatus);
    if (displayStatus === 'REVERTED') expect(await rowsOf(governed)).toEqual(before);
    for (const { drop } of [bare, governed]) await drop();
  });

  it('writes nothing where everything is blocked', async () => {
    const governed = await newCustomerDatabase();
    await governed.pool.query(PEOPLE);
    const gate = blockingGate();
    const governing: Govern = (client) => wrapRecorded(client, gate, { connector: 'postgres' });
    await expect(work(governed.url, governing)).rejects.toThrow();
    const { rows } = await governed.pool.query('SELECT email, name FROM people ORDER BY id');
    expect(rows).toEqual([
      { ...ADA, name: 'Ada' },
      { email: 'bob@example.com', name: 'Bob' },
    ]);
    await governed.drop();
  });
});

describe('a PrismaClient', () => {
  it('is refused by wrap() with the pool to wrap', () => {
    const prisma = prismaOn(new pg.Pool());
    for (const connector of ['postgres', 'db'])
      expect(() => wrapRecorded(prisma, new RecordingGate(), { connector })).toThrow(
        'The client is a PrismaClient. Wrap what is below it',
      );
  });
});

describe('postgres.js as any object', () => {
  it('is asked for each statement, does what it does by itself, and writes nothing that is blocked', async () => {
    const { default: postgres } = await load('postgres');
    const work = async (sql: any) => {
      await sql`INSERT INTO people ${sql(DI)}`;
      await sql`UPDATE people SET visits = visits + 2 WHERE email = ${ADA.email}`;
      return (await sql`SELECT email, visits FROM people ORDER BY id`).map((row: object) => ({ ...row }));
    };
    const answers: unknown[] = [];
    const gates = [null, new RecordingGate(), blockingGate()];
    for (const gate of gates) {
      const database = await newCustomerDatabase();
      await database.pool.query(PEOPLE);
      const bare = postgres(database.url, { max: 1 });
      const sql = gate ? wrapRecorded(bare, gate, { connector: 'db' }) : bare;
      answers.push(await work(sql).catch((error: { code?: string; message: string }) => error.code ?? error.message));
      const { rows } = await database.pool.query('SELECT email, visits FROM people ORDER BY id');
      answers.push(rows);
      await bare.end();
      await database.drop();
    }
    const [bare, bareRows, governed, governedRows, blocked, blockedRows] = answers;
    expect([governed, governedRows]).toEqual([bare, bareRows]);
    expect(gates[1]?.asked.length).toBeGreaterThanOrEqual(3);
    expect([blocked, (blockedRows as unknown[]).length]).toEqual(['policy-blocked', 2]);
  });
});

describe("functions of the program's own that use Mongoose, as one object", () => {
  it('are asked for each call, send what they send by themselves, and nothing that is blocked', async () => {
    const end = await startRecordingEnd();
    const { default: mongoose } = await load('mongoose');
    const url = `mongodb://127.0.0.1:${end.ports.mongodb}/d?directConnection=true`;
    const connection = await mongoose.createConnection(url).asPromise();
    const Person = connection.model('Person', new mongoose.Schema({ _id: Number, name: String }));
    await Person.init();
    const people = {
      add: async (name: string) => void (await Person.create({ _id: 1, name })),
      rename: async (from: string, to: string) => void (await Person.updateMany({ name: from }, { name: to })),
    };
    const work = async (given: typeof people) => {
      end.take();
      await given.add('Ada');
      await given.rename('Ada', 'Adele');
      return end.take();
    };
    const bare = await work(people);
    expect(bare.length).toBeGreaterThanOrEqual(2);
    const gate = new RecordingGate();
    expect(await work(wrapRecorded(people, gate, { connector: 'people' }))).toEqual(bare);
    expect(gate.asked.map(({ apiName }) => apiName)).toEqual(['people.add', 'people.rename']);
    const blocked = work(wrapRecorded(people, blockingGate(), { connector: 'people' }));
    await expect(blocked).rejects.toMatchObject({ code: 'policy-blocked' });
    expect(end.take()).toEqual([]);
    await connection.close();
    await end.stop();
  });
});
