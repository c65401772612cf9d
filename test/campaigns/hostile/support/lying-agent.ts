import type { Json, JsonObject } from '../../../../src/connectors/connector.js';
import { type Caller, newOrganization, newSession } from '../../../support/client.js';

interface Call {
  readonly apiName: string;
  readonly payload: JsonObject;
}

interface Result {
  readonly actionId: string;
  readonly outcome: string;
  readonly detail: string;
}

/**
 * Makes an agent with nothing but an API key, which makes false reports of calls, and the operator whose credential
 * undoes them.
 */
export async function newLyingAgent(connector: string, credentials: Readonly<Record<string, string>>) {
  const organization = await newOrganization();
  const { operator, agent } = organization;
  const stored = await operator.put(`/settings/credentials/${connector}`, { values: credentials });
  expect(stored.status).toBe(200);
  const session = await newSession(agent);
  const actions = `/sessions/${session}/actions`;

  async function precapture(call: Call): Promise<string> {
    const { data } = (await agent.post(`${actions}/precapture`, call)).body;
    return data.precaptureId;
  }

  /** Asks for a call; answers the id of its action, which never runs. */
  async function ask(call: Call): Promise<string> {
    const precaptureId = await precapture(call);
    return (await agent.post(actions, { ...call, operationType: 'UPDATE', precaptureId })).body.data.id;
  }

  const tell = (id: string, status: string, response?: Json) =>
    agent.patch(`${actions}/${id}`, { status, ...(response !== undefined && { response }) });

  return {
    ...organization,
    session,
    ask,
    tell,
    /** Asks, and says that it ran and was answered so. */
    async claim(call: Call, response: Json): Promise<string> {
      const id = await ask(call);
      expect((await tell(id, 'SUCCESS', response)).status).toBe(200);
      return id;
    },
    /** Reports a call that it never asked for as a success; returns the recorded status. */
    async report(call: Call, response: Json): Promise<string> {
      const precaptureId = await precapture(call);
      const body = { ...call, operationType: 'UPDATE', precaptureId, status: 'SUCCESS', response };
      const answer = (await agent.post(actions, body)).body;
      return answer.data?.id ?? answer.error.actionId;
    },
    async rollBack(caller: Caller = agent, more: object = {}): Promise<Result[]> {
      const answer = await caller.post(`/sessions/${session}/rollback`, more);
      expect(answer.status).toBe(200);
      return answer.body.data.results;
    },
  };
}

export const outcomesOf = (results: readonly Result[]) => results.map(({ outcome }) => outcome);
