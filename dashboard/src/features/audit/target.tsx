import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallName } from '../../ui/call-name';
import { PolicyLink } from '../../ui/policy-link';
import { StrangerText } from '../../ui/stranger-text';
import { auditWords as words } from '../../words';
import { approvalQuery } from './api/approval';
import type { AuditEntry } from './api/list';
import classes from './audit.module.css';

/** Returns the page of an entry's target, by its kind. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  session: (id) => `/sessions/${id}`,
  agent: (id) => `/agents/${id}`,
  webhook: (id) => `/settings/webhooks/${id}`,
  approval: (id) => `/approvals/${id}`,
  policy: (id) => `/policies/${id}`,
  'api-key': () => '/api-keys',
  credential: () => '/connectors',
  member: () => '/team',
  invitation: () => '/team',
};

type Targeted = Pick<AuditEntry, 'target' | 'after'>;

/** Returns the page of an entry; undefined if its target has none. */
function pageOf({ target: { type, id }, after }: Targeted): string | undefined {
  const session = ['rollback', 'action', 'grant'].includes(type) ? after?.sessionId : undefined;
  return typeof session === 'string' ? `/sessions/${session}` : PAGES[type]?.(id);
}

/** Shows the target of an entry in a line of the list. */
export function TargetLink({ target, after }: Targeted) {
  const page = pageOf({ target, after });
  const name = (
    <>
      {target.type} <StrangerText>{target.id.slice(-8)}</StrangerText>
    </>
  );
  return page ? (
    <Link to={page as string} className={classes.target} preload={false}>
      {name}
    </Link>
  ) : (
    name
  );
}

/** Shows the target of an entry, with a link if it has a page. */
export function Target({ entry }: { entry: AuditEntry }) {
  const { type, id } = entry.target;
  if (type === 'approval') return <ApprovedCall id={id} />;
  if (type === 'policy') return <PolicyLink id={id} />;
  const page = pageOf(entry);
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
      {data ? <CallName call={data} /> : words.target.approval(id)}
    </Link>
  );
}
