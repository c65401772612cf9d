import { client, dataOf } from '../../api/client';

/** Asks for the address where an operator buys the plan, or, without a plan, pays and cancels. */
export const openPortal = (plan: 'PRO' | 'TEAM' | undefined) =>
  dataOf(client.GET('/billing/portal', { params: { query: { plan } } }));
