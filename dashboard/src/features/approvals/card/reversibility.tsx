import { Ban, RotateCcw, Undo2 } from 'lucide-react';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

const WORDS = {
  exact: { icon: RotateCcw, text: 'Can be undone: the previous values are restored.', className: classes.good },
  compensating: {
    icon: Undo2,
    text: 'Partly reversible: a compensating call is made; some traces remain.',
    className: classes.caution,
  },
  none: { icon: Ban, text: 'Cannot be undone.', className: classes.bad },
};

export function Reversibility({ approval: { context, snapshot } }: { approval: ApprovalDetail }) {
  const { icon: Icon, text, className } = WORDS[context.reversibility];
  const isLost = context.reversibility !== 'none' && snapshot?.captureFailed;
  return (
    <p className={isLost ? classes.bad : className}>
      <Icon size={14} aria-hidden />
      {isLost ? 'Cannot be undone this time: Backstop could not capture the state before the call.' : text}
    </p>
  );
}
