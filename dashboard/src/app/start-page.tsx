import { Navigate } from '@tanstack/react-router';
import { includes, useMe } from '../api/me';

/** Where an operator begins: with what waits for them, or, where the plan has no approvals, with what agents did. */
export function StartPage() {
  const { data: me } = useMe();
  if (!me) return null;
  return <Navigate to={includes(me.organization.plan, 'PRO') ? '/approvals' : '/sessions'} replace />;
}
