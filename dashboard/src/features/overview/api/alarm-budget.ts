import { queryOptions } from '@tanstack/react-query';
import { client, dataOf } from '../../../api/client';

/** Asks how many of a hundred sessions of an agent may be DRIFTED; it needs the plan TEAM. */
export const alarmBudgetQuery = queryOptions({
  queryKey: ['settings', 'intent'],
  queryFn: ({ signal }) => dataOf(client.GET('/settings/intent', { signal })),
});

/** Changes the budget, for every agent, with immediate effect. */
export const changeAlarmBudget = (alarmBudget: number) =>
  dataOf(client.PUT('/settings/intent', { body: { alarmBudget } }));
