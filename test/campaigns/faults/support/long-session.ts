import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { newSession, type Organization } from '../../../support/client.js';

const THING = '/things/{thing}';
const DECLARED = [
  {
    method: 'PATCH',
    path: THING,
    capture: { path: THING, fields: ['title', 'pad'] },
    undo: { method: 'PATCH', path: THING, body: '{{*}}' },
  },
];

/** A provider of any number of things that an agent has given a title; each carries `padBytes` more. */
export async function startThings(padBytes: number) {
  const restored: string[] = [];
  const titles = new Map<string, string>();
  const pad = 'p'.repeat(padBytes);
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    const answer = () => response.end(JSON.stringify({ title: titles.get(name) ?? 'Agent', pad }));
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') return void answer();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      titles.set(name, JSON.parse(body).title);
      restored.push(name);
      answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, titles, restored, stop };
}

type Things = Awaited<ReturnType<typeof startThings>>;

/** A session with one captured and confirmed call, and as many more like it as rows of the ledger. */
export async function newLongSession(
  { operator, agent }: Organization,
  superuser: pg.Pool,
  things: Things,
  prefix: string,
  actions: number,
): Promise<string> {
  const values = { baseUrl: things.url, operations: JSON.stringify(DECLARED) };
  await operator.put('/settings/credentials/http', { values });
  const session = await newSession(agent);
  const first = `${prefix}-1`;
  const call = { apiName: 'http.requests.patch', payload: { path: `/things/${first}`, body: { title: 'Agent' } } };
  const path = `/sessions/${session}/actions`;
  things.titles.set(first, 'Before');
  const captured = (await agent.post(`${path}/precapture`, call)).body.data;
  expect(captured).toMatchObject({ captureFailed: false });
  const asked = { ...call, operationType: 'UPDATE', precaptureId: captured.precaptureId };
  const { id } = (await agent.post(path, asked)).body.data;
  things.titles.delete(first);
  expect((await agent.patch(`${path}/${id}`, { status: 'SUCCESS' })).status).toBe(200);
  const cloned = [id, captured.precaptureId, first, prefix, actions];
  await superuser.query(CLONE_SNAPSHOTS, cloned.slice(1));
  await superuser.query(CLONE_ACTIONS, cloned);
  await superuser.query(
    'UPDATE sessions SET success = $2::int, last_sequence = $2::int, last_effect_sequence = $2::int WHERE id = $1',
    [session, actions],
  );
  return session;
}

const ID = (what: string, prefix: string) => `md5('${what}' || ${prefix} || n)::uuid`;

const CLONE_SNAPSHOTS = `
  INSERT INTO snapshots SELECT clone.* FROM snapshots s, generate_series(2, $4::int) n,
    json_populate_record(s, json_build_object('id', ${ID('snapshot', '$3::text')},
      'content', replace(s.content::text, $2, $3 || '-' || n)::json)) AS clone
  WHERE s.id = $1`;

const CLONE_ACTIONS = `
  INSERT INTO actions SELECT clone.* FROM actions a, generate_series(2, $5::int) n,
    json_populate_record(a, json_build_object('id', ${ID('action', '$4::text')}, 'sequence', n, 'effect_sequence', n,
      'precapture_id', CASE WHEN $2::uuid = a.precapture_id THEN ${ID('snapshot', '$4::text')} END,
      'payload', replace(a.payload::text, $3, $4 || '-' || n)::json)) AS clone
  WHERE a.id = $1`;
