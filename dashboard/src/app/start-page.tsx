import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { takeKept, wanted } from '../features/signing-in/after-sign-in';

/** Leads an operator to the page they wanted before a provider signed them in, or else to the start page. */
export function StartPage() {
  const [kept] = useState(takeKept);
  return <Navigate {...((kept ? wanted(kept) : { to: '/start' }) as { to: '/' })} replace />;
}
