import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { takeKept, wanted } from '../features/signing-in/after-sign-in';

/** Where an operator begins: where they wanted to be before a provider signed them in; else with what needs them. */
export function StartPage() {
  const [kept] = useState(takeKept);
  return <Navigate {...((kept ? wanted(kept) : { to: '/start' }) as { to: '/' })} replace />;
}
