import assert from 'node:assert/strict';
import { newOrganization, newSession } from './client.js';

interface GovernedCall {
  readonly apiName: string;
  readonly operationType: string;
  /** What the connector's credential holds. */
  readonly values: Record<string, string>;
  readonly payload: unknown;
  /** Makes the call with the provider's own client. */
  act(): Promise<unknown>;
  /** Everything a rollback must bring back. */
  state(): Promise<unknown>;
}

/**
 * The whole way over HTTP: the credential is stored, the call captured, logged, made and reported; the plan is looked
 * at; after the rollback all is as before. Answers the plan of the one action and its result, as an operator sees them.
 */
export async function governedRoundTrip({ apiName, operationType, values, payload, act, state }: GovernedCall) {
  const { operator, agent } = await newOrganization();
  const [connector] = apiName.split('.');
  const stored = await operator.put(`/settings/credentials/${connector}`, { values });
  assert.equal(stored.status, 200, JSON.stringify(stored.body));
  const session = await newSession(agent);
  const before = await state();
  const captured = await agent.post(`/sessions/${session}/actions/precapture`, { apiName, payload });
  assert.equal(captured.body.data?.captureFailed ?? false, false, JSON.stringify(captured.body));
  const { precaptureId } = captured.body.data;
  const call = { apiName, operationType, payload, precaptureId };
  const { id } = (await agent.post(`/sessions/${session}/actions`, call)).body.data;
  const response = JSON.parse(JSON.stringify(await act()));
  const reported = await agent.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS', response });
  assert.equal(reported.status, 200, JSON.stringify(reported.body));
  assert.notDeepEqual(await state(), before, 'the call changed nothing');
  const plan = (await operator.get(`/sessions/${session}/rollback`)).body.data.plan;
  const report = (await operator.post(`/sessions/${session}/rollback`)).body.data;
  assert.equal(report.displayStatus, 'REVERTED', JSON.stringify(report));
  assert.deepEqual(await state(), before);
  return { planned: plan[0], result: report.results[0] };
}
