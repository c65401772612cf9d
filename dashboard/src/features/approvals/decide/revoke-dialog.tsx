import type { By } from '../../../ui/decide-button';
import { inboxWords as words } from '../../../words';
import { DecisionDialog } from './decision-dialog';

interface RevokeDialogProps {
  readonly isPending: boolean;
  readonly close: () => void;
  readonly revoke: (by: By) => void;
}

/** Asks before an approval is taken back. */
export function RevokeDialog({ isPending, close, revoke }: RevokeDialogProps) {
  return (
    <DecisionDialog
      title={words.unused.title}
      verb={words.unused.revoke}
      color="red"
      mayDecide
      isPending={isPending}
      decide={revoke}
      close={close}
    >
      <p>{words.unused.about}</p>
    </DecisionDialog>
  );
}
