import type { Trip } from '../../src/connectors/connector.testkit.js';
import type { Caller } from './client.js';

/** Precaptures a call and asks for it; answers the id of its action, which may run. */
export async function permitted(
  caller: Caller,
  session: string,
  { connector, apiName, payload }: Pick<Trip, 'connector' | 'apiName' | 'payload'>,
): Promise<string> {
  const { operationType } = connector.operations.find((one) => one.apiName === apiName) ?? {};
  const path = `/sessions/${session}/actions`;
  const captured = await caller.post(`${path}/precapture`, { apiName, payload });
  const { precaptureId, captureFailed, reason, detail } = captured.body.data ?? captured.body.error;
  if (captureFailed !== false) throw new Error(`${apiName} was not captured: ${reason ?? detail}`);
  const asked = await caller.post(path, { apiName, operationType, payload, precaptureId });
  const { id, status } = asked.body.data;
  if (status !== 'CLEARED') throw new Error(`${apiName} may not run: ${status}`);
  return id;
}

/** A call as an agent makes it that is governed: precaptured and asked for at the service, made, and reported. */
export async function governed(caller: Caller, session: string, trip: Trip): Promise<string> {
  const id = await permitted(caller, session, trip);
  const response = JSON.parse(JSON.stringify((await trip.act()) ?? null));
  const confirmed = await caller.patch(`/sessions/${session}/actions/${id}`, { status: 'SUCCESS', response });
  if (confirmed.status !== 200) throw new Error(`${trip.apiName} was not confirmed: ${confirmed.status}`);
  return id;
}
