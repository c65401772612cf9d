import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CallName } from '../../ui/call-name';
import { cut } from '../../ui/cut';
import { policyLabel } from '../../ui/policy-label';
import { PolicyLink } from '../../ui/policy-link';
import { UntrustedText } from '../../ui/untrusted-text';
import { auditWords as words } from '../../words';
import { type AuditEntry, approvalQuery } from './api';
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

const SHOWN_OF_NAME = 60;

type Targeted = Pick<AuditEntry, 'target' | 'before' | 'after'>;

/** Returns the page of an entry; undefined if its target has none. */
function pageOf({ target: { type, id }, after }: Omit<Targeted, 'before'>): string | undefined {
  const session = ['rollback', 'action', 'grant'].includes(type) ? after?.sessionId : undefined;
  return typeof session === 'string' ? `/sessions/${session}` : PAGES[type]?.(id);
}

/** Shows the target of an entry in a line of the list. */
export function TargetLink({ target, before, after }: Targeted) {
  const page = pageOf({ target, after });
  const name = (
    <>
      {target.type} <UntrustedText>{cut(nameIn(after ?? before) ?? target.id.slice(-8), SHOWN_OF_NAME)}</UntrustedText>
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

/** Returns the name of a target from the values that its entry holds; undefined if they hold none. */
function nameIn(values: AuditEntry['after']): string | undefined {
  const { name, slug, email, apiNamePattern, action } = values ?? {};
  if (typeof apiNamePattern === 'string' && (action === 'ALLOW' || action === 'REQUIRE_APPROVAL' || action === 'BLOCK'))
    return policyLabel({ name: typeof name === 'string' ? name : null, apiNamePattern, action });
  return [name, slug, email].find((one) => typeof one === 'string');
}

/** Shows the target of an entry, with a link if it has a page. */
export function Target({ entry }: { entry: AuditEntry }) {
  const { type, id } = entry.target;
  if (type === 'approval') return <ApprovedCall id={id} />;
  if (type === 'policy') return <PolicyLink id={id} />;
  const page = pageOf(entry);
  const name = (
    <>
      {type} <UntrustedText>{id}</UntrustedText>
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
