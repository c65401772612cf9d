import { Alert, Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { Figures } from '../../../ui/figures';
import { Moment } from '../../../ui/moment';
import type { Simulation } from '../api/simulate';
import { Samples } from './samples';
import classes from './simulation.module.css';

interface ResultProps {
  readonly result: Simulation;
  readonly pick: (pattern: string) => void;
}

const many = (count: number) => count.toLocaleString('en');

export function Result({ result, pick }: ResultProps) {
  const { evaluated, matched, allowed, gated, blocked, newlyHeldUp, complete, samples, warnings, from } = result;
  return (
    <>
      {warnings.map(({ message, apiNames }) => (
        <Alert
          key={message}
          color="yellow"
          variant="light"
          icon={<TriangleAlert size={16} />}
          title="It matches no known operation"
        >
          <p>{message} Did you mean:</p>
          <div className={classes.names}>
            {apiNames.map((name) => (
              <Button key={name} size="compact-xs" variant="default" onClick={() => pick(name)}>
                {name}
              </Button>
            ))}
          </div>
        </Alert>
      ))}
      <Figures
        label="The simulation"
        figures={[
          { name: 'calls evaluated', value: many(evaluated) },
          { name: 'matched', value: many(matched) },
          { name: 'would ask for approval', value: many(gated.calls) },
          { name: 'would be blocked', value: many(blocked.calls) },
          { name: 'newly held up', value: many(newlyHeldUp), isWarning: newlyHeldUp > 0 },
          { name: 'held up, and undone later anyway', value: many(gated.undone + blocked.undone) },
          { name: 'allowed, and undone later', value: many(allowed.undone), isWarning: allowed.undone > 0 },
        ]}
      />
      <p>
        Since <Moment at={from} />.{' '}
        {!complete && 'There were more calls than could be looked at in time; the figures are of the first of them.'}
      </p>
      {samples.length > 0 ? <Samples samples={samples} /> : <p>No call of that time matches.</p>}
    </>
  );
}
