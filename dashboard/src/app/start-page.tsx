import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { includes, useMe } from '../api/me';
import { takeKept, wanted } from '../features/signing-in/after-sign-in';

/**
 * Where an operator begins: where they wanted to be before a provider signed them in; else with what waits for them, or,
 * where the plan has no approvals, with what agents did.
 */
export function StartPage() {
  const { data: me } = useMe();
  const [kept] = useState(takeKept);
  if (!me) return null;
  const start = kept ? wanted(kept) : { to: includes(me.organization.plan, 'PRO') ? '/approvals' : '/sessions' };
  return <Navigate {...(start as { to: '/' })} replace />;
}
