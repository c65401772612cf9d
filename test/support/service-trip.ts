import type { Trip } from '../../src/connectors/connector.testkit.js';
import { newOrganization, newSession } from './client.js';
import { governed } from './governed.js';

/**
 * A call of an agent through the running service: credential, precapture, the call itself, its report, the plan, the
 * rollback. The state is equal afterwards. Answers the plan and the report.
 */
export async function tripThroughService(trip: Trip) {
  const { connector, context, apiName, state } = trip;
  const { operator, agent } = await newOrganization();
  const stored = await operator.put(`/settings/credentials/${connector.id}`, { values: context.credentials });
  expect(stored.status).toBe(200);
  const session = await newSession(agent);
  const before = await state();
  await governed(agent, session, trip);
  expect(await state()).not.toEqual(before);
  const { plan } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
  const report = (await operator.post(`/sessions/${session}/rollback`)).body.data;
  expect(report).toMatchObject({ displayStatus: 'REVERTED', results: [{ apiName, outcome: 'ROLLED_BACK' }] });
  expect(await state()).toEqual(before);
  return { plan, report };
}

/**
 * The same call made by the service itself, for an agent without a credential. The state is equal after the rollback.
 * Answers the action.
 */
export async function performedTrip({ connector, context, apiName, payload, state }: Omit<Trip, 'act'>) {
  const { operator, agent } = await newOrganization();
  const values = context.credentials;
  await operator.put(`/settings/credentials/${connector.id}`, { values, agentOperations: [`${connector.id}.*`] });
  const session = await newSession(agent);
  const before = await state();
  const asked = await agent.post(`/sessions/${session}/actions`, { apiName, payload, perform: true });
  expect(asked.body.data).toMatchObject({ status: 'SUCCESS', performance: { state: 'done' } });
  expect(await state()).not.toEqual(before);
  const report = (await operator.post(`/sessions/${session}/rollback`)).body.data;
  expect(report).toMatchObject({ displayStatus: 'REVERTED', results: [{ apiName, outcome: 'ROLLED_BACK' }] });
  expect(await state()).toEqual(before);
  return asked.body.data;
}
