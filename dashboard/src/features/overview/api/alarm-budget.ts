import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** Of a hundred sessions of an agent, how many may be DRIFTED; the plan TEAM. */
export const alarmBudgetQuery = queryOptions({
  queryKey: ['settings', 'intent'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/intent', { signal })),
});

/** Counts at once, for every agent. */
export const changeAlarmBudget = (alarmBudget: number) =>
  dataOf(client.PUT('/settings/intent', { body: { alarmBudget } }));
