import { useEffect, useSyncExternalStore } from 'react';
import { connection, whenBack } from '../api/connection';
import { shellWords as words } from '../words';
import classes from './connection-banner.module.css';

/** Warns that the data on the screen may be old, for as long as the service does not answer. */
export function ConnectionBanner() {
  const isReachable = useSyncExternalStore(connection.subscribe, connection.isReachable);
  useEffect(() => (isReachable ? undefined : whenBack(() => connection.report(true))), [isReachable]);
  return <div role="status">{!isReachable && <p className={classes.banner}>{words.unreachable}</p>}</div>;
}
