import { newOrganization } from '../../support/client.js';

describe('GET /registry', () => {
  it('is whole, the same for agents and operators, and says of every operation what can be undone', async () => {
    const { agent, operator } = await newOrganization();
    const [forAgent, forOperator] = await Promise.all([agent.get('/registry'), operator.get('/registry')]);
    expect([forAgent.status, forOperator.status]).toEqual([200, 200]);
    expect(forAgent.body.data).toEqual(forOperator.body.data);
    const entries: Record<string, unknown>[] = forAgent.body.data;
    expect(entries.map(({ apiName }) => apiName)).toEqual(
      expect.arrayContaining([
        'postgres.rows.insert',
        'postgres.rows.update',
        'postgres.rows.delete',
        'postgres.query',
      ]),
    );
    expect(new Set(entries.map(({ apiName }) => apiName)).size).toBe(entries.length);
    for (const entry of entries) {
      expect(entry).toEqual({
        apiName: expect.stringMatching(/^[\w-]+(\.[\w-]+)+$/),
        connector: String(entry.apiName).split('.')[0],
        facts: expect.any(Array),
        resource: expect.any(String),
        verb: expect.any(String),
        operationType: expect.stringMatching(/^(CREATE|UPDATE|DELETE|EXECUTE|READ)$/),
        reversibility: expect.stringMatching(/^(exact|compensating|none)$/),
        inverse: entry.reversibility === 'none' ? null : expect.any(String),
        precapture: expect.stringMatching(/^(required|none)$/),
        payloadSchema: expect.objectContaining({ type: 'object' }),
        credentialFields: expect.any(Array),
        verified: expect.any(Boolean),
        apiVersion: expect.any(String),
        driftSignal: entry.driftSignal === null ? null : expect.any(String),
        undoableForHours: entry.undoableForHours === null ? null : expect.any(Number),
        advice: entry.reversibility === 'none' && entry.operationType !== 'READ' ? 'REQUIRE_APPROVAL' : null,
        summary: entry.summary === null ? null : expect.any(String),
        performable: entry.unperformableReason === null,
        unperformableReason: entry.performable ? null : expect.any(String),
        notes: entry.notes === null ? null : expect.any(String),
      });
    }
    expect(entries.length).toBeGreaterThanOrEqual(4);
  });
});
