import { type Answer, newOrganization } from '../../support/client.js';
import { withEverything } from './support/populated.js';

describe('two organizations', () => {
  it('see no row of each other, on any route they read', async () => {
    const [mine, theirs] = await Promise.all([withEverything(), withEverything()]);
    const session = (await theirs.operator.get('/sessions')).body.data[0].id;
    const { data: approvals } = (await theirs.operator.get('/approvals?status=ALL')).body;
    const { data: agents } = (await theirs.operator.get('/agents')).body;
    const absent = '01890a5d-ac96-774b-bcce-b302099a8057';
    const told = ({ status, body }: Answer) => ({ status, error: { ...body.error, requestId: '' } });
    const single = [
      `/sessions/${session}`,
      `/sessions/${session}/rollback`,
      `/approvals/${approvals[0].id}`,
      `/agents/${agents[0].id}`,
    ];
    expect(single).toHaveLength(4);
    for (const path of single) {
      expect((await theirs.operator.get(path)).status).toBe(200);
      const answer = await mine.operator.get(path);
      expect(answer.status).toBe(404);
      expect(told(answer)).toEqual(told(await mine.operator.get(path.replace(/[0-9a-f-]{36}/, absent))));
    }
    const lists = ['/sessions', '/agents', '/api-keys', '/policies', '/approvals?status=ALL', '/settings/credentials'];
    for (const path of lists) {
      const { data: own } = (await mine.operator.get(path)).body;
      const { data: others } = (await theirs.operator.get(path)).body;
      expect({ path, own: own.length > 0, others: others.length > 0 }).toEqual({ path, own: true, others: true });
      const strange = others.flatMap((row: { id?: string }) => row.id ?? []);
      const text = JSON.stringify(own);
      expect(strange.filter((id: string) => text.includes(id))).toEqual([]);
    }
  });

  it('never share an idempotency key', async () => {
    const [mine, theirs] = await Promise.all([newOrganization(), newOrganization()]);
    const body = { apiNamePattern: 'mail.*', action: 'ALLOW' };
    const [one, other] = [
      await mine.operator.post('/policies', body, 'same'),
      await theirs.operator.post('/policies', body, 'same'),
    ];
    expect([one.status, other.status]).toEqual([201, 201]);
    expect(other.headers.get('idempotency-replayed')).toBeNull();
    expect(other.body.data.id).not.toBe(one.body.data.id);
  });
});
