import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallName } from '../../ui/call-name';
import { PolicyLink } from '../../ui/policy-link';
import { StrangerText } from '../../ui/stranger-text';
import { approvalQuery } from './api/approval';
import type { AuditEntry } from './api/list';

/** Returns the page of an entry's target, by its kind. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  session: (id) => `/sessions/${id}`,
  agent: (id) => `/agents/${id}`,
  webhook: (id) => `/settings/webhooks/${id}`,
};

/** Shows the target of an entry, with a link if it has a page. */
export function Target({ entry: { target, after } }: { entry: AuditEntry }) {
  const { type, id } = target;
  if (type === 'approval') return <ApprovedCall id={id} />;
  if (type === 'policy') return <PolicyLink id={id} />;
  const session = type === 'rollback' || type === 'action' ? after?.sessionId : undefined;
  const page = typeof session === 'string' ? `/sessions/${session}` : PAGES[type]?.(id);
  const name = (
    <>
      {type} <StrangerText>{id}</StrangerText>
    </>
  );
  return page ? <Link to={page as string}>{name}</Link> : name;
}

/** A purged session has taken its approval along: then only its id is known. */
function ApprovedCall({ id }: { id: string }) {
  const { data } = useQuery(approvalQuery(id));
  return (
    <Link to={`/approvals/${id}` as string} preload={false}>
      {data ? <CallName call={data} /> : `approval ${id}`}
    </Link>
  );
}
