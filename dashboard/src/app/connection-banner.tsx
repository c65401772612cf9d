import { useSyncExternalStore } from 'react';
import { connection } from '../api/connection';
import classes from './connection-banner.module.css';

/** Says that what is on the screen may be old, for as long as the service does not answer. */
export function ConnectionBanner() {
  const isReachable = useSyncExternalStore(connection.subscribe, connection.isReachable);
  return (
    <div role="status">
      {!isReachable && (
        <p className={classes.banner}>
          The service does not answer. What this page shows may be out of date. Trying again…
        </p>
      )}
    </div>
  );
}
