import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { includes, useMe } from '../api/me';
import { policiesQuery } from '../api/policies';
import { commonWords as words } from '../words';
import { policyLabel } from './policy-label';
import { UntrustedText } from './untrusted-text';

/** A policy by its name. */
export function PolicyLink({ id }: { id: string }) {
  const { data: me } = useMe();
  const mayRead = me !== undefined && includes(me.organization.plan, 'TEAM');
  const { data } = useQuery({ ...policiesQuery, enabled: mayRead });
  const policy = data?.rows.find((one) => one.id === id);
  if (data && !policy) return <span>{words.policyLink.deleted}</span>;
  return (
    <Link to={`/policies/${id}` as string} preload={false}>
      <UntrustedText>{policy ? policyLabel(policy) : words.policyLink.unnamed}</UntrustedText>
    </Link>
  );
}
