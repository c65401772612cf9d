import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { newOrganization, newSession, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { eventually } from '../../support/patience.mjs';
import { peakMemoryOf } from '../../support/process-tree.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { newLongSession, startThings } from '../faults/support/long-session.js';

const ACTIONS = 900;
const CONCURRENT_READS = 3;
/** The captured and the sent bytes of each call. Together they are far more than the heap. */
const CAPTURED_BYTES = 100_000;
const SENT_BYTES = 50_000;
const APPROVALS = 200;
const HEAP_MB = 160;
/** A connection's buffers and a part of the answer. */
const GROWS_BY_MB = 200;
const READERS = 64;
const SIXTEEN_MB = 16_000_000;
const READ_BYTES = 250_000;
/** The size that docs/operations.md, "Memory", names. */
const CONTAINER_MB = 512;

let database: OwnDatabase;
let service: ServiceProcess;
let organization: Organization;
let things: Awaited<ReturnType<typeof startThings>>;
let session: string;

beforeAll(async () => {
  [database, things] = await Promise.all([newOwnDatabase(), startThings(CAPTURED_BYTES)]);
  const NODE_OPTIONS = `--max-old-space-size=${HEAP_MB}`;
  service = await startService({ DATABASE_URL: database.serviceUrl, NODE_OPTIONS });
  organization = await newOrganization(service);
  session = await newLongSession(organization, database.superuser, things, 'large', ACTIONS);
  await database.superuser.query(
    `UPDATE actions SET payload = (payload::jsonb || jsonb_build_object('pad', repeat('p', $2)))::json WHERE session_id = $1`,
    [session, SENT_BYTES],
  );
});
afterAll(async () => {
  await service?.stop();
  things?.stop();
  await database?.drop();
});

/** Reads an answer to its end, and keeps none of it. */
async function read(path: string): Promise<{ status: number; bytes: number }> {
  const headers = { authorization: `Bearer ${organization.operator.credential}` };
  const answer = await fetch(service.url + path, { headers });
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += (chunk as Uint8Array).length;
  return { status: answer.status, bytes };
}

/** @returns the memory in MB that so many concurrent readings added to the service's previous peak */
async function grownBy(path: string, bytes: number): Promise<number> {
  const before = peakMemoryOf(service.pid);
  const answers = await Promise.all(Array.from({ length: CONCURRENT_READS }, () => read(path)));
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.bytes).toBeGreaterThan(bytes);
  }
  return peakMemoryOf(service.pid) - before;
}

describe(`Three readings at once, of more than the service's memory, are answered in bounded memory`, () => {
  it(`of one session with ${ACTIONS} large calls`, async () => {
    expect(await grownBy(`/sessions/${session}`, ACTIONS * SENT_BYTES)).toBeLessThan(GROWS_BY_MB);
  });

  it('of an export of all calls', async () => {
    expect(await grownBy('/export/actions', ACTIONS * SENT_BYTES)).toBeLessThan(GROWS_BY_MB);
  });

  it('of its plan', async () => {
    expect(await grownBy(`/sessions/${session}/rollback`, ACTIONS * 100)).toBeLessThan(GROWS_BY_MB);
  });

  it('of pending approvals whose calls hold large snapshots', async () => {
    await database.superuser.query(
      `INSERT INTO approvals SELECT clone.* FROM approvals p, actions a,
         json_populate_record(p, json_build_object('id', a.id, 'action_id', a.id, 'session_id', a.session_id)) AS clone
       WHERE p.id = $1 AND a.session_id = $2 AND a.sequence <= $3`,
      [await pending(), session, APPROVALS],
    );
    expect(await grownBy(`/approvals?limit=${APPROVALS}`, APPROVALS * 200)).toBeLessThan(GROWS_BY_MB);
  });
});

/** One snapshot of this size is the largest that a capture of rows keeps. */
const SNAPSHOT_BYTES = 1_000_000;

/** Resources of which 64 answers are far more than memory, each with the bytes of one answer. */
const LARGE: Readonly<Record<string, { bytes: number; areRefused: boolean; make: () => Promise<string> }>> = {
  'a session of 16 MB': {
    bytes: SIXTEEN_MB,
    areRefused: true,
    make: async () => {
      const large = await newLongSession(organization, database.superuser, things, 'larger', SIXTEEN_MB / READ_BYTES);
      await database.superuser.query(
        `UPDATE actions SET payload = (payload::jsonb || jsonb_build_object('pad', repeat('p', $2)))::json WHERE session_id = $1`,
        [large, READ_BYTES],
      );
      return `/sessions/${large}`;
    },
  },
  'an export of all calls': {
    bytes: ACTIONS * SENT_BYTES,
    areRefused: true,
    make: async () => '/export/actions',
  },
  'an approval with a snapshot of 1 MB': {
    bytes: SNAPSHOT_BYTES,
    // The kernel may hold all of them for clients that read nothing.
    areRefused: false,
    make: async () => {
      const approval = await pending();
      const { rows } = await database.superuser.query<{ action_id: string; precapture_id: string }>(
        `SELECT p.action_id, s.id AS precapture_id FROM approvals p, snapshots s WHERE p.id = $1 AND s.session_id = $2 LIMIT 1`,
        [approval, session],
      );
      const { action_id: action, precapture_id: precapture } = rows[0] ?? {};
      await database.superuser.query(
        `UPDATE snapshots SET content = json_build_object('pad', repeat('p', $2)) WHERE id = $1`,
        [precapture, SNAPSHOT_BYTES],
      );
      await database.superuser.query('UPDATE actions SET precapture_id = $2 WHERE id = $1', [action, precapture]);
      return `/approvals/${approval}`;
    },
  },
};

describe.each(Object.entries(LARGE))(
  `${READERS} clients that ask for %s at once and take nothing of it`,
  (_, large) => {
    it('get as much as memory allows, and the others 503 with Retry-After; other organizations are answered', async () => {
      const path = await large.make();
      const other = await newOrganization(service);
      const theirs = await newSession(other.agent);
      const call = { apiName: 'crm.notes.update', operationType: 'UPDATE', payload: { text: 'x'.repeat(READ_BYTES) } };
      await other.agent.post(`/sessions/${theirs}/actions`, call);
      const readers = Array.from({ length: READERS }, () => ask(path));
      const answers = await Promise.all(readers.map(({ answered }) => answered));
      const statuses = answers.map(({ statusCode }) => statusCode);
      expect([200, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
      expect(statuses).toContain(200);
      if (large.areRefused) expect(statuses).toContain(503);
      const refused = answers.filter(({ statusCode }) => statusCode === 503);
      expect(refused.filter(({ headers }) => headers['retry-after'] !== '1')).toEqual([]);
      expect((await other.agent.get(`/sessions/${theirs}`)).status).toBe(200);
      expect(peakMemoryOf(service.pid)).toBeLessThan(CONTAINER_MB);
      for (const { hangUp } of readers) hangUp();
      const again = await eventually(
        () => read(path),
        ({ status }) => status === 200,
        30_000,
      );
      expect(again.bytes).toBeGreaterThan(large.bytes);
    });
  },
);

/** Asks on a connection of its own, and reads no more than the headers. */
function ask(path: string) {
  const headers = { authorization: `Bearer ${organization.operator.credential}` };
  const request = get(service.url + path, { headers, agent: false });
  request.on('error', () => undefined);
  const answered = once(request, 'response').then(([answer]) => answer as IncomingMessage);
  return { answered, hangUp: () => request.destroy() };
}

/** An approval to make others like it. */
async function pending(): Promise<string> {
  const { agent } = organization;
  const { body } = await agent.post('/sessions', { agentId: 'large', intent: 'wait' });
  const call = { apiName: 'crm.notes.update', operationType: 'UPDATE', payload: {}, status: 'PENDING_APPROVAL' };
  return (await agent.post(`/sessions/${body.data.id}/actions`, call)).body.data.approval.id;
}
