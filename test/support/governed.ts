import type { Trip } from '../../src/connectors/connector.testkit.js';
import type { Caller } from './client.js';

/** A call as an agent makes it that is governed: precaptured and asked for at the service, made, and reported. */
export async function governed(
  caller: Caller,
  session: string,
  { connector, apiName, payload, act }: Trip,
): Promise<string> {
  const { operationType } = connector.operations.find((one) => one.apiName === apiName) ?? {};
  const path = `/sessions/${session}/actions`;
  const captured = await caller.post(`${path}/precapture`, { apiName, payload });
  const { precaptureId, captureFailed, reason, detail } = captured.body.data ?? captured.body.error;
  if (captureFailed !== false) throw new Error(`${apiName} was not captured: ${reason ?? detail}`);
  const asked = await caller.post(path, { apiName, operationType, payload, precaptureId });
  const { id, status } = asked.body.data;
  if (status !== 'CLEARED') throw new Error(`${apiName} may not run: ${status}`);
  const response = JSON.parse(JSON.stringify((await act()) ?? null));
  const confirmed = await caller.patch(`${path}/${id}`, { status: 'SUCCESS', response });
  if (confirmed.status !== 200) throw new Error(`${apiName} was not confirmed: ${confirmed.status}`);
  return id;
}
