import { client, dataOf } from '../../../api/client';

/** Where an operator buys the plan, or, without one to buy, pays and cancels. */
export const openPortal = (plan: 'PRO' | 'TEAM' | undefined) =>
  dataOf(client.GET('/billing/portal', { params: { query: { plan } } }));
