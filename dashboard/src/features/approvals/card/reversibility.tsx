import { useQuery } from '@tanstack/react-query';
import { Ban, RotateCcw, Undo2 } from 'lucide-react';
import { registryQuery } from '../../../api/registry';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/** Shows how completely an undo works: green only if it restores the previous values. */
export function Reversibility({ approval: { apiName, context, snapshot } }: { approval: ApprovalDetail }) {
  const { data: operations } = useQuery(registryQuery);
  const operation = operations?.find((one) => one.apiName === apiName);
  const { reversibility } = context;
  const isLost = reversibility !== 'none' && snapshot?.captureFailed;
  if (reversibility === 'none' || isLost)
    return (
      <p className={classes.bad}>
        <Ban size={14} aria-hidden />
        {isLost ? words.notCaptured : words.none}
      </p>
    );
  return reversibility === 'exact' ? (
    <p className={classes.good}>
      <RotateCcw size={14} aria-hidden />
      {words.exact}
    </p>
  ) : (
    <p className={classes.caution}>
      <Undo2 size={14} aria-hidden />
      {words.compensating(operation?.inverse ?? null, operation?.notes ?? null)}
    </p>
  );
}
