import { Radio } from '@mantine/core';
import { rollbackWords as words } from '../../../words';
import type { Choice, Result } from '../shown';
import classes from './report.module.css';

interface ForceChoiceProps {
  readonly result: Result;
  readonly forceLabel: string;
  /** Undefined if the present value is kept. */
  readonly choice: Choice | undefined;
  readonly choose: (actionId: string, choice: Choice | undefined) => void;
  /** Left out if nothing can be subtracted. */
  readonly subtractLabel?: string | undefined;
}

/** The operator keeps the present value, or forces the undo of one call. */
export function ForceChoice({ result, forceLabel, choice, choose, subtractLabel }: ForceChoiceProps) {
  return (
    <Radio.Group
      aria-label={words.forceChoice.label(result.apiName.slice(0, 100))}
      value={choice ?? 'keep'}
      onChange={(chosen) => choose(result.actionId, chosen === 'keep' ? undefined : (chosen as Choice))}
    >
      <div className={classes.choices}>
        <Radio value="keep" label={words.forceChoice.keep} />
        {subtractLabel && <Radio value="subtract" label={subtractLabel} />}
        <Radio value="force" color="red" label={forceLabel} />
      </div>
    </Radio.Group>
  );
}
