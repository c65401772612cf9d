import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { StrangerText } from '../../../ui/stranger-text';
import { differences, type Shown } from '../shown';
import classes from './outdated.module.css';

const AT_MOST = 50;

/** Says that nothing was begun, because the plan that the operator read has changed, and lists the differences. */
export function Outdated({ before, now }: { before: Shown; now: Shown }) {
  const found = differences(before, now);
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      icon={<TriangleAlert size={16} />}
      title="The plan changed while you read it; nothing was begun"
    >
      {before.state === 'planned' && now.state !== 'planned' && <p>A rollback was ordered in the meantime.</p>}
      {found.length === 0 ? (
        <p>The calls are the same; one of them was reported again. Below is the plan as it is now.</p>
      ) : (
        <>
          <ul className={classes.differences} aria-label="What differs">
            {found.slice(0, AT_MOST).map(({ actionId, apiName, what }) => (
              <li key={actionId}>
                <code>
                  <StrangerText>{apiName}</StrangerText>
                </code>{' '}
                {what}
              </li>
            ))}
          </ul>
          {found.length > AT_MOST && <p>and {found.length - AT_MOST} more</p>}
          <p>Below is what is true now.</p>
        </>
      )}
    </Alert>
  );
}
