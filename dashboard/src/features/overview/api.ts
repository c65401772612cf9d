import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../api/client';
import type { Schemas } from '../../api/wire';

/** Asks how many of a hundred sessions of an agent may be DRIFTED; it needs the plan TEAM. */
export const alarmBudgetQuery = queryOptions({
  queryKey: ['settings', 'intent'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/intent', { signal })),
});

/** Changes the budget, for every agent, with immediate effect. */
export const changeAlarmBudget = (alarmBudget: number) =>
  dataOf(client.PUT('/settings/intent', { body: { alarmBudget } }));

export type Intent = Schemas['OrganizationIntent'];

/** Asks how the sessions of the last 30 days kept to their intents; it needs the plan TEAM. */
export const intentQuery = queryOptions({
  queryKey: ['intent'],
  queryFn: ({ signal }) => dataOf(client.GET('/sessions/intent/summary', { signal })),
  refetchInterval: 15_000,
});

export type Metrics = Schemas['Metrics'];

/** Totals since the organization was made, and the last 30 days in UTC, today last. */
export const metricsQuery = queryOptions({
  queryKey: ['metrics'],
  queryFn: ({ signal }) => dataOf(client.GET('/metrics', { signal })),
  refetchInterval: 15_000,
});
