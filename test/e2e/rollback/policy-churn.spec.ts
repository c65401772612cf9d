import { newOrganization, newSession, serviceA, serviceB } from '../../support/client.js';
import { errorOf } from '../../support/ledger.js';
import { eventually } from '../../support/patience.mjs';

const CALLS = 400;
const CONCURRENT_CALLS = 8;
/** However slow the machine is. */
const CHANGES_AT_LEAST = 20;

describe('while an operator changes policies continuously', () => {
  it('every call gets a decision, and none is postponed', async () => {
    const { agent, operator } = await newOrganization();
    const session = await newSession(agent);
    const policy = { apiNamePattern: 'other.*', action: 'BLOCK' };
    const { id } = (await operator.post('/policies', policy)).body.data;
    let [left, changes, late] = [CALLS, 0, 0];
    const change = async (caller: typeof operator) => {
      for (; left > 0 || changes < CHANGES_AT_LEAST; changes++)
        await caller.put(`/policies/${id}`, { enabled: changes % 2 === 0 });
    };
    const refused: unknown[] = [];
    const log = async (caller: typeof agent) => {
      while (left-- > 0 || changes < CHANGES_AT_LEAST) {
        const body = { apiName: 'crm.notes.create', operationType: 'CREATE', payload: {} };
        const ask = () => caller.post(`/sessions/${session}/actions`, body);
        const first = await ask();
        const isLate = errorOf(first) === 'unavailable';
        late += Number(isLate);
        // 503 is honest on a machine without time, and a client sends the call again.
        const answer = isLate ? await eventually(ask, (next) => errorOf(next) !== 'unavailable') : first;
        if (answer.status !== 201) refused.push(errorOf(answer));
      }
    };
    const at = (index: number) => (index % 2 ? serviceA : serviceB);
    await Promise.all([
      change(operator.at(serviceA)),
      ...Array.from({ length: CONCURRENT_CALLS }, (_, index) => log(agent.at(at(index)))),
    ]);
    expect(refused).toEqual([]);
    expect(late).toBeLessThan(CALLS / 4);
    expect(changes).toBeGreaterThanOrEqual(CHANGES_AT_LEAST);
  });
});
