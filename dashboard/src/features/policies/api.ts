import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

export { type Policy, policiesQuery } from '../../api/policies';

export type Suggestion = Schemas['PolicySuggestion'];

/** Suggestions for policies. The service reads many calls for them, so only a change of a policy asks again. */
export const adviceQuery = queryOptions({
  queryKey: ['policies', 'advice'],
  queryFn: ({ signal }) => dataOf(client.GET('/policies/advice', { signal })),
  staleTime: 5 * 60_000,
});

/**
 * Changes a policy; members that are left out stay the same. It also switches a policy: the route that toggles would
 * switch it back if another operator was first.
 */
export const changePolicy = (id: string, body: Schemas['ChangePolicyBody']) =>
  dataOf(client.PUT('/policies/{id}', { params: { path: { id } }, body }));

/** @param key the same for each try of one decision, which then makes one policy */
export const createPolicy = (body: Schemas['CreatePolicyBody'], key: string) =>
  dataOf(client.POST('/policies', { params: { header: { 'Idempotency-Key': key } }, body }));

export type Condition = Schemas['Condition'];

/** Its statistics go with it. */
export const removePolicy = (id: string) => dataOf(client.DELETE('/policies/{id}', { params: { path: { id } } }));

export type Simulation = Schemas['PolicySimulation'];
export type Simulated = Schemas['SimulatePolicyBody'];

/** Asks how a draft would have decided past calls; it takes seconds, and is asked for once for each draft. */
export const simulationQuery = (body: Simulated) =>
  queryOptions({
    queryKey: ['policies', 'simulation', body],
    queryFn: ({ signal }) => dataOf(client.POST('/policies/simulate', { body, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type Statistics = Schemas['PolicyStatistics'];

/** Asks for the outcomes of the calls that a policy matched in the last days, today included. */
export const statisticsQuery = (id: string, days: number) =>
  queryOptions({
    queryKey: ['policies', 'statistics', id, days],
    queryFn: ({ signal }) =>
      dataOf(client.GET('/policies/{id}/statistics', { params: { path: { id }, query: { days } }, signal })),
    staleTime: 30_000,
  });

/** Asks for the verdict on calls that no policy matches; it needs the plan TEAM. */
export const unmatchedQuery = queryOptions({
  queryKey: ['settings', 'policies'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/policies', { signal })),
});

/** Changes it, for every agent, with immediate effect. */
export const changeUnmatched = (unmatched: Schemas['PolicySettingsBody']['unmatched']) =>
  dataOf(client.PUT('/settings/policies', { body: { unmatched } }));
