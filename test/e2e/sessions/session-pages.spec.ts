import { newOrganization, newSession } from '../../support/client.js';

it('the pages of a long session hold all its actions, each once and in order, however large they are', async () => {
  const { agent, operator } = await newOrganization();
  const session = await newSession(agent);
  const other = await newSession(agent);
  const report = (of: string, index: number, length: number) =>
    agent.post(`/sessions/${of}/actions`, {
      ...{ apiName: 'things.note', operationType: 'UPDATE', status: 'SUCCESS' },
      payload: { index, text: 'x'.repeat(length) },
    });
  const lengths = Array.from({ length: 90 }, (_, index) => (index % 10 === 0 ? 200_000 : 10));
  for (const [index, length] of lengths.entries()) {
    expect((await report(session, index, length)).status).toBe(201);
    if (index % 30 === 0) await report(other, index, 10);
  }
  for (const caller of [agent, operator]) {
    const { status, headers, body } = await caller.get(`/sessions/${session}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.data.counters.success).toBe(lengths.length);
    const { actions } = body.data;
    expect(actions.map(({ sequence }: { sequence: number }) => sequence)).toEqual(lengths.map((_, index) => index + 1));
    expect(actions.map(({ payload }: { payload: { text: string } }) => payload.text.length)).toEqual(lengths);
    expect(body.error).toBeNull();
  }
});
