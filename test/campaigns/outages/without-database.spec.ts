import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, newOrganization, newSession } from '../../support/client.js';
import { newKillableDatabase } from '../../support/killable-database.js';
import { call } from '../../support/ledger.js';
import { startService } from '../../support/service.mjs';

const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as { paths: Record<string, object> };
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => method !== 'head')
    .map((method) => ({ method: method.toUpperCase(), path })),
);

it('each route answers a problem that does not mention the database, while the database is down', async () => {
  const database = await newKillableDatabase();
  const service = await startService({ DATABASE_URL: database.serviceUrl, LOG_LEVEL: 'fatal' });
  try {
    const { agent, operator } = await newOrganization(service);
    const session = await newSession(agent);
    const { id } = (await agent.post(`/sessions/${session}/actions`, call())).body.data;
    const warm: [Caller, string, string, object][] = [
      [agent, 'POST', `/sessions/${session}/actions`, call()],
      [agent, 'POST', `/sessions/${session}/actions/precapture`, { apiName: 'a.b', payload: {} }],
      [agent, 'PATCH', `/sessions/${session}/actions/${id}`, { status: 'SUCCESS' }],
      [operator, 'POST', `/sessions/${session}/rollback`, {}],
    ];
    await database.kill();
    // The process keeps credentials in its cache; it does not check again those younger than half a second.
    await sleep(1_000);
    for (const [caller, method, path, body] of warm) {
      const answer = await caller.request(method, path, { body });
      expect([path, answer.status, answer.body.error?.type]).toEqual([
        path,
        503,
        expect.stringMatching(/\/unavailable$/),
      ]);
    }
    const told = new RegExp(`ECONN|57P0|database system|${new URL(database.serviceUrl).port}`);
    for (const caller of [agent, operator])
      for (const { method, path } of ROUTES) {
        const url = path.replace(/\{code\}/, 'unavailable').replace(/\{[^}]+\}/g, () => randomUUID());
        const answer = await caller.request(method, url, /^P/.test(method) ? { body: {} } : {});
        expect(`${method} ${path}: ${JSON.stringify(answer.body)}`).not.toMatch(told);
      }
  } finally {
    await service.stop();
    await database.drop();
  }
});
