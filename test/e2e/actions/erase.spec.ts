import { newOrganization, newSession, type Organization, unique } from '../../support/client.js';
import { tablesNaming } from '../../support/everything.js';
import { holdRollback } from '../../support/held-rollback.js';
import { call, errorOf, rows } from '../../support/ledger.js';

afterAll(() => rows.end());

describe('POST /sessions/:id/actions/:actionId/erase', () => {
  let home: Organization;
  let session: string;
  beforeEach(async () => {
    home = await newOrganization();
    session = await newSession(home.agent);
  });

  const at = (actionId: string) => `/sessions/${session}/actions/${actionId}`;
  const erase = (actionId: string) => home.operator.post(`${at(actionId)}/erase`);
  const logged = async (more: object): Promise<string> =>
    (await home.agent.post(`/sessions/${session}/actions`, call(more))).body.data.id;

  /** A call that waited, ran, was captured, judged and rolled back, with a marker wherever its words are kept. */
  const everywhere = async (marker: string): Promise<string> => {
    const url = 'https://127.0.0.1:1/';
    await home.operator.post('/settings/webhooks', { url, events: ['approval.requested', 'approval.decided'] });
    const asked = { apiName: 'slack.chat.postMessage', payload: { channel: marker, text: marker } };
    const { precaptureId } = (await home.agent.post(`/sessions/${session}/actions/precapture`, asked)).body.data;
    const more = { ...asked, operationType: 'CREATE', status: 'PENDING_APPROVAL', precaptureId };
    const { id, approval } = (await home.agent.post(`/sessions/${session}/actions`, more)).body.data;
    await home.operator.post(`/approvals/${approval.id}/approve`, {});
    expect((await home.agent.patch(at(id), { status: 'SUCCESS', response: { ts: marker } })).status).toBe(200);
    expect((await home.operator.get(`/sessions/${session}/intent`)).status).toBe(200);
    expect((await home.operator.post(`/sessions/${session}/rollback`)).status).toBe(200);
    const plant = [
      `UPDATE snapshots SET capture_failed = false, reason = $2, content = json_build_object('a', $2::text),
         resource = json_build_object('a', $2::text) WHERE action_id = $1`,
      `UPDATE rollback_steps SET detail = $2, items = json_build_array(json_build_object('after', $2::text)),
         replaced = jsonb_build_array($2::text) WHERE action_id = $1`,
      `INSERT INTO performed_calls (organization_id, action_id, session_id, is_read, state, noted, finished_at)
       SELECT organization_id, id, session_id, false, 'done', json_build_object('text', $2::text), now() FROM actions WHERE id = $1`,
    ];
    for (const statement of plant) await rows.query(statement, [id, marker]);
    return id;
  };

  it('leaves no part of the arguments and the answer in any table, and the hash, outcome and place as they were', async () => {
    const marker = unique('secret');
    const id = await everywhere(marker);
    const kept = await tablesNaming([marker]);
    for (const table of ['actions', 'approvals', 'performed_calls', 'rollback_steps', 'session_traits', 'snapshots'])
      expect(kept).toContain(table);
    expect(kept).toContain('webhook_deliveries');
    const read = async () =>
      (await rows.query('SELECT status, sequence, payload_hash FROM actions WHERE id = $1', [id])).rows;
    const before = await read();
    const { status, body } = await erase(id);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id,
      payload: {},
      response: null,
      erasedAt: expect.any(String),
      erasedBy: home.email,
    });
    expect(await tablesNaming([marker])).toEqual([]);
    expect(await read()).toEqual(before);
    expect((await home.operator.get(`/sessions/${session}/intent`)).status).toBe(200);
    expect((await home.agent.get(at(id))).body.data).toMatchObject({ payload: {}, erasedBy: 'operator' });
    const { rows: audited } = await rows.query(
      "SELECT after FROM audit_entries WHERE action = 'action.erased' AND target->>'id' = $1",
      [id],
    );
    expect(audited).toEqual([{ after: expect.objectContaining({ payloadHash: before[0].payload_hash }) }]);
    // Again, it changes nothing.
    expect((await erase(id)).body.data.erasedAt).toBe(body.data.erasedAt);
  });

  it('removes the names by which a search finds the session, except those that other calls of it have', async () => {
    const [shared, own] = [unique('channel'), unique('channel')];
    const post = (channel: string, more: object = {}) =>
      logged({
        apiName: 'slack.chat.postMessage',
        operationType: 'CREATE',
        payload: { channel, text: 'hello' },
        status: 'FAILED',
        ...more,
      });
    const finds = async (target: string) => (await home.operator.get(`/sessions?target=${target}`)).body.data.length;
    const [first, second, third] = [await post(shared), await post(shared), await post(own)];
    expect((await erase(first)).status).toBe(200);
    expect((await erase(third)).status).toBe(200);
    expect([await finds(shared), await finds(own)]).toEqual([1, 0]);
    expect((await erase(second)).status).toBe(200);
    expect(await finds(shared)).toBe(0);
    await post(shared);
    expect(await finds(shared)).toBe(1);
  });

  it('removes the names of arguments that an approver replaced', async () => {
    const [asked, edited] = [unique('channel'), unique('channel')];
    const payload = { channel: asked, text: 'hello' };
    const id = await logged({
      apiName: 'slack.chat.postMessage',
      operationType: 'CREATE',
      payload,
      status: 'PENDING_APPROVAL',
    });
    const [{ id: approval }] = (await home.operator.get('/approvals')).body.data;
    const approved = await home.operator.post(`/approvals/${approval}/approve`, {
      payload: { ...payload, channel: edited },
    });
    expect(approved.status).toBe(200);
    expect((await home.agent.patch(at(id), { status: 'FAILED' })).status).toBe(200);
    expect((await erase(id)).status).toBe(200);
    for (const target of [asked, edited]) expect(await tablesNaming([target])).toEqual([]);
  });

  it('settles an effect as kept, so that no rollback tries to undo what it does not know', async () => {
    const id = await logged({ status: 'SUCCESS', response: { ok: true } });
    const { settledAs, settledBy } = (await erase(id)).body.data;
    expect([settledAs, settledBy]).toEqual(['kept', home.email]);
    const other = await logged({ status: 'SUCCESS', response: {} });
    const { results } = (await home.operator.post(`/sessions/${session}/rollback`)).body.data;
    expect(results.find(({ actionId }: { actionId: string }) => actionId === id)?.outcome).toBe('SKIPPED');
    expect(results.find(({ actionId }: { actionId: string }) => actionId === other)?.outcome).not.toBe('SKIPPED');
  });

  it('keeps a call empty when its client reports an answer later', async () => {
    const marker = unique('late');
    const id = await logged({});
    expect((await home.agent.patch(at(id), { status: 'UNKNOWN' })).status).toBe(200);
    expect((await erase(id)).status).toBe(200);
    expect((await home.agent.patch(at(id), { status: 'SUCCESS', response: { marker } })).status).toBe(200);
    expect((await home.operator.get(at(id))).body.data).toMatchObject({ status: 'SUCCESS', response: null });
    expect(await tablesNaming([marker])).toEqual([]);
  });

  it('returns 409 not-erasable while the call may still run', async () => {
    const cleared = await logged({ payload: { a: 1 } });
    const pending = await logged({ payload: { a: 1 }, status: 'PENDING_APPROVAL' });
    for (const id of [cleared, pending]) {
      expect(errorOf(await erase(id))).toBe('not-erasable');
      expect((await home.agent.get(at(id))).body.data).toMatchObject({ payload: { a: 1 }, erasedAt: null });
    }
    expect(errorOf(await home.agent.post(`${at(cleared)}/erase`))).toBe('operator-required');
  });

  it('returns 409 rollback-running while a rollback needs the arguments, and erases them afterwards', async () => {
    const held = await holdRollback(home);
    const path = `/sessions/${held.session}/actions/${held.action}`;
    expect(errorOf(await home.operator.post(`${path}/erase`))).toBe('rollback-running');
    expect((await home.operator.get(path)).body.data).toMatchObject({ erasedAt: null, payload: { table: 'notes' } });
    expect((await held.finish()).body.data.results).toMatchObject([{ outcome: 'ROLLED_BACK' }]);
    expect((await home.operator.post(`${path}/erase`)).body.data).toMatchObject({ payload: {}, status: 'ROLLED_BACK' });
  });
});
