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

/** An agent without a credential, whose calls of a connector the service makes; each answers its action. */
export async function newPerformer(connector: string, values: Readonly<Record<string, string>>) {
  const { operator, agent } = await newOrganization();
  await operator.put(`/settings/credentials/${connector}`, { values, agentOperations: [`${connector}.*`] });
  const session = await newSession(agent);
  const ask = (apiName: string, payload: object) =>
    agent.post(`/sessions/${session}/actions`, { apiName: `${connector}.${apiName}`, payload, perform: true });
  return {
    operator,
    ask,
    perform: async (apiName: string, payload: object) => (await ask(apiName, payload)).body.data,
    rollback: async () => (await operator.post(`/sessions/${session}/rollback`)).body.data,
  };
}

/**
 * The same call made by the service itself, for an agent without a credential. The state is equal after the rollback.
 * Answers the action.
 */
export async function performedTrip({ connector, context, apiName, payload, state }: Omit<Trip, 'act'>) {
  const { perform, rollback } = await newPerformer(connector.id, context.credentials);
  const before = await state();
  const action = await perform(apiName.slice(connector.id.length + 1), payload);
  expect(action).toMatchObject({ status: 'SUCCESS', performance: { state: 'done' } });
  expect(await state()).not.toEqual(before);
  expect(await rollback()).toMatchObject({ displayStatus: 'REVERTED', results: [{ apiName, outcome: 'ROLLED_BACK' }] });
  expect(await state()).toEqual(before);
  return action;
}
