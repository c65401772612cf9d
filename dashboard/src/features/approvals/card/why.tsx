import { Link } from '@tanstack/react-router';
import { StrangerText } from '../../../ui/stranger-text';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/** The policies that stopped the call, and the reason that their author gave. */
export function Why({ approval: { context } }: { approval: ApprovalDetail }) {
  const { ids, reason } = context.policy;
  return (
    <>
      <p>
        {reason ? (
          <StrangerText>{reason}</StrangerText>
        ) : ids.length > 0 ? (
          'The policy gives no reason.'
        ) : (
          'The agent requested an approval itself.'
        )}
      </p>
      {ids.length > 0 && (
        <p className={classes.dim}>
          {ids.map((id, index) => (
            <Link key={id} to={`/policies/${id}` as string} preload={false}>
              {index === 0 ? 'Policy' : ', policy'} {id.slice(0, 8)}
            </Link>
          ))}
        </p>
      )}
    </>
  );
}
