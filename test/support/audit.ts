import type { AuditEntry } from '../../src/audit/audit-entry.js';
import { verifyChain } from '../../src/audit/verify-chain.js';
import type { Answer, Organization } from './client.js';

/** All there is, oldest first, having seen that it is one chain of this organization. */
export async function auditOf({ operator, id }: Pick<Organization, 'operator' | 'id'>): Promise<AuditEntry[]> {
  const pages: AuditEntry[][] = [];
  let next: string | undefined = '/audit-logs?limit=200';
  while (next) {
    const answer: Answer = await operator.get(next);
    expect(answer.status).toBe(200);
    pages.push(answer.body.data);
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  expect(verifyChain(pages, { organization: id }).findings).toEqual([]);
  return pages.flat().reverse();
}

/** Returns the audit entries that were written while `work` ran. */
export async function auditedBy<T>(organization: Organization, work: () => Promise<T>) {
  const before = await auditOf(organization);
  const value = await work();
  const after = await auditOf(organization);
  expect(after.slice(0, before.length)).toEqual(before);
  return { value, entries: after.slice(before.length) };
}

export const requestOf = ({ headers }: Answer) => headers.get('x-request-id');
