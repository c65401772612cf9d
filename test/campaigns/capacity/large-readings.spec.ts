import { newOrganization, type Organization } from '../../support/client.js';
import { newOwnDatabase, type OwnDatabase } from '../../support/own-database.js';
import { peakMemoryOf } from '../../support/process-tree.js';
import { type ServiceProcess, startService } from '../../support/service.mjs';
import { newLongSession, startThings } from '../faults/support/long-session.js';

const ACTIONS = 900;
const CONCURRENT_READS = 3;
/** Of each call: what was captured, and what was sent. Together far more than the heap. */
const CAPTURED_BYTES = 100_000;
const SENT_BYTES = 50_000;
const APPROVALS = 200;
const HEAP_MB = 160;
/** A connection's buffers and a part of what is read. */
const GROWS_BY_MB = 200;

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

/** @returns the memory that so many readings at once added to the most that the service has held; MB */
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

/** An approval to make others like it. */
async function pending(): Promise<string> {
  const { agent } = organization;
  const { body } = await agent.post('/sessions', { agentId: 'large', intent: 'wait' });
  const call = { apiName: 'crm.notes.update', operationType: 'UPDATE', payload: {}, status: 'PENDING_APPROVAL' };
  return (await agent.post(`/sessions/${body.data.id}/actions`, call)).body.data.approval.id;
}
