import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isChord } from '../../../keyboard/chord';
import { type By, DecideButton } from '../../../ui/decide-button';
import { Dialog } from '../../../ui/dialog';
import { inboxWords as words } from '../../../words';
import classes from './decide.module.css';

interface DecisionDialogProps {
  readonly title: ReactNode;
  /** The label of the button. */
  readonly verb: ReactNode;
  readonly color: 'green' | 'red';
  readonly mayDecide: boolean;
  readonly isPending: boolean;
  readonly decide: (by: By) => void;
  readonly close: () => void;
  readonly size?: string;
  readonly children: ReactNode;
}

/** The step before each decision: a pointer decides on its button, a key only by Ctrl+Enter while the dialog has the focus. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { title, verb, color, mayDecide, isPending, decide, close, size = 'md', children } = props;
  const [isHinted, setIsHinted] = useState(false);
  const hint = () => setIsHinted(true);
  const decideOnce = (by: By) => {
    if (mayDecide && !isPending) decide(by);
  };
  return (
    <Dialog onClose={close} title={title} size={size}>
      <form
        className={classes.form}
        // Enter in a field.
        onSubmit={(event) => {
          event.preventDefault();
          hint();
        }}
        onKeyDown={(event) => {
          if (!isChord(event)) return;
          event.preventDefault();
          decideOnce('key');
        }}
      >
        {children}
        <p role="status" className={isHinted ? classes.hinted : classes.hint}>
          {isHinted ? words.decisionDialog.confirmByKey : words.decisionDialog.confirmByKeyRevocable}
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            {words.decisionDialog.cancel}
          </Button>
          <DecideButton color={color} disabled={!mayDecide} loading={isPending} decide={decideOnce} onKey={hint}>
            {verb}
          </DecideButton>
        </div>
      </form>
    </Dialog>
  );
}
