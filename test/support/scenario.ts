import type { Json } from '../../src/connectors/connector.js';
import type { Trip } from '../../src/connectors/connector.testkit.js';
import { newOrganization, newSession } from './client.js';
import { governed, permitted } from './governed.js';

interface Report {
  readonly displayStatus: string;
  readonly results: readonly { readonly outcome: string; readonly detail: string }[];
}

/** Starts a session of an agent whose calls are governed, with its operator, who reads it from outside. */
export async function newScenario(first: Pick<Trip, 'connector' | 'context'>) {
  const { operator, agent } = await newOrganization();
  const leadTo = async ({ connector, context }: Pick<Trip, 'connector' | 'context'>) => {
    const stored = await operator.put(`/settings/credentials/${connector.id}`, { values: context.credentials });
    expect(stored.status).toBe(200);
  };
  await leadTo(first);
  const session = await newSession(agent);

  return {
    leadTo,
    /** Makes the call; returns the action's id and the provider's answer. */
    async run(trip: Trip): Promise<{ id: string; response: Json }> {
      let response: Json = null;
      const act = async () => {
        response = JSON.parse(JSON.stringify((await trip.act()) ?? null));
        return response;
      };
      return { id: await governed(agent, session, { ...trip, act }), response };
    },
    /** Makes a call that the provider may refuse; answers whether it did. */
    async attempt(trip: Trip): Promise<{ isRefused: boolean }> {
      const id = await permitted(agent, session, trip);
      const answer = await trip.act().then(
        (response) => ({ status: 'SUCCESS', response: JSON.parse(JSON.stringify(response ?? null)) }),
        () => ({ status: 'FAILED', response: { refusal: { status: 412, code: 'precondition-failed' } } }),
      );
      const confirmed = await agent.patch(`/sessions/${session}/actions/${id}`, answer);
      expect(confirmed.status).toBe(200);
      return { isRefused: answer.status === 'FAILED' };
    },
    /** Asks for the call, and does not make it; answers the action's id. */
    ask: (trip: Trip) => permitted(agent, session, trip),
    async confirm(id: string, status: string, more: object = {}): Promise<void> {
      const confirmed = await agent.patch(`/sessions/${session}/actions/${id}`, { status, ...more });
      expect(confirmed.status).toBe(200);
    },
    /** Returns the plan; an empty one after a rollback. */
    async plan() {
      return (await operator.get(`/sessions/${session}/rollback`)).body.data.plan ?? [];
    },
    async report(): Promise<Report> {
      return (await operator.get(`/sessions/${session}/rollback`)).body.data;
    },
    /**
     * Rolls back the session, or one action. @param force the actions that are undone over conflicts, and without a
     * proof
     */
    async rollBack(
      action?: string,
      force: readonly string[] = [],
    ): Promise<{ displayStatus: string; outcomes: string[]; details: string[] }> {
      const path = action === undefined ? '' : `/actions/${action}`;
      const order = force.length > 0 ? { force } : undefined;
      const report: Report = (await operator.post(`/sessions/${session}${path}/rollback`, order)).body.data;
      return {
        displayStatus: report.displayStatus,
        outcomes: report.results.map(({ outcome }) => outcome),
        details: report.results.map(({ detail }) => detail),
      };
    },
    /** Takes the last rollback back. */
    async revert(): Promise<{
      plan: { class: string }[];
      outcomes: string[];
      details: string[];
      displayStatus: string;
    }> {
      const { rollbackId } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
      const path = `/sessions/${session}/rollback/${rollbackId}/revert`;
      const { plan, hash } = (await operator.get(path)).body.data;
      const report: Report = (await operator.post(path, { planHash: hash })).body.data;
      const outcomes = report.results.map(({ outcome }) => outcome);
      const details = report.results.map(({ detail }) => detail);
      return { plan, outcomes, details, displayStatus: report.displayStatus };
    },
    /** Rolls the session back over conflicts; answers the outcomes. */
    async force(): Promise<string[]> {
      const { body } = await operator.post(`/sessions/${session}/rollback`, { onConflict: 'force' });
      return (body.data as Report).results.map(({ outcome }) => outcome);
    },
    /** Returns the results of the last rollback for each field it looked at. */
    async fieldResults(): Promise<string[]> {
      const { results } = (await operator.get(`/sessions/${session}/rollback`)).body.data;
      const items = (results as { items: { fields: { result: string }[] }[] }[]).flatMap((one) => one.items);
      return items.flatMap(({ fields }) => fields.map(({ result }) => result));
    },
    async isDirty(): Promise<boolean> {
      return (await operator.get(`/sessions/${session}/dirty`)).body.data.reasons.length > 0;
    },
  };
}
