import type { Trip } from '../../src/connectors/connector.testkit.js';
import { newOrganization, newSession } from './client.js';

/**
 * A call of an agent through the running service: credential, precapture, the call itself, its report, the plan, the
 * rollback. The state is equal afterwards. Answers the plan and the report.
 */
export async function tripThroughService({ connector, context, apiName, payload, act, state }: Trip) {
  const { operator, agent } = await newOrganization();
  const stored = await operator.put(`/settings/credentials/${connector.id}`, { values: context.credentials });
  expect(stored.status).toBe(200);
  const session = await newSession(agent);
  const actions = `/sessions/${session}/actions`;
  const before = await state();
  const precapture = await agent.post(`${actions}/precapture`, { apiName, payload });
  expect(precapture.body.data).toMatchObject({ captureFailed: false });
  const { operationType } = connector.operations.find((one) => one.apiName === apiName) ?? {};
  const { precaptureId } = precapture.body.data;
  const action = await agent.post(actions, { apiName, operationType, payload, precaptureId });
  const response = JSON.parse(JSON.stringify((await act()) ?? null));
  await agent.patch(`${actions}/${action.body.data.id}`, { status: 'SUCCESS', response });
  expect(await state()).not.toEqual(before);
  const { plan } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  const report = (await operator.post(`/sessions/${session}/rollback`)).body.data;
  expect(report).toMatchObject({ displayStatus: 'REVERTED', results: [{ apiName, outcome: 'ROLLED_BACK' }] });
  expect(await state()).toEqual(before);
  return { plan, report };
}
