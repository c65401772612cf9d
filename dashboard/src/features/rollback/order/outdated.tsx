import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { CallName } from '../../../ui/call-name';
import { rollbackWords as words } from '../../../words';
import { differences, type Shown } from '../shown';
import classes from './outdated.module.css';

const AT_MOST = 50;

/** Says that nothing was begun, because the plan that the operator read has changed, and lists the differences. */
export function Outdated({ before, now }: { before: Shown; now: Shown }) {
  const found = differences(before, now);
  return (
    <Alert color="yellow" variant="light" role="alert" icon={<TriangleAlert size={16} />} title={words.outdated.title}>
      {before.state === 'planned' && now.state !== 'planned' && <p>{words.outdated.ordered}</p>}
      {found.length === 0 ? (
        <p>{words.outdated.sameCalls}</p>
      ) : (
        <>
          <ul className={classes.differences} aria-label={words.outdated.differences}>
            {found.slice(0, AT_MOST).map(({ what, ...call }) => (
              <li key={call.actionId}>
                <CallName call={call} /> {what}
              </li>
            ))}
          </ul>
          {found.length > AT_MOST && (
            <p>
              {words.outdated.and} {found.length - AT_MOST} {words.outdated.more}
            </p>
          )}
          <p>{words.outdated.current}</p>
        </>
      )}
    </Alert>
  );
}
