import { Radio } from '@mantine/core';
import type { Result } from '../shown';
import classes from './report.module.css';

interface ForceChoiceProps {
  readonly result: Result;
  readonly forceLabel: string;
  readonly isForced: boolean;
  readonly choose: (actionId: string, isForced: boolean) => void;
}

/** The operator keeps what is there, or forces the undo of one call. */
export function ForceChoice({ result, forceLabel, isForced, choose }: ForceChoiceProps) {
  return (
    <Radio.Group
      aria-label={`What to do about ${result.apiName.slice(0, 100)}`}
      value={isForced ? 'force' : 'keep'}
      onChange={(chosen) => choose(result.actionId, chosen === 'force')}
    >
      <div className={classes.choices}>
        <Radio value="keep" label="Keep what is there now" />
        <Radio value="force" color="red" label={forceLabel} />
      </div>
    </Radio.Group>
  );
}
