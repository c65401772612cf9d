import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useCommands } from '../../../keyboard/use-commands';
import { Choice } from '../../../ui/filters';
import { Section } from '../../../ui/page';
import { View } from '../../../ui/view';
import { policyWords as words } from '../../../words';
import { type Simulated, simulationQuery } from '../api';
import type { Body } from '../draft/draft';
import { DAY_OPTIONS } from '../filters';
import { Result } from './result';
import classes from './simulation.module.css';

interface SimulationProps {
  /** Null if the draft cannot be tried as it is. */
  readonly body: Body | null;
  readonly pick: (pattern: string) => void;
}

/** Returns only the members that a simulation depends on: another reason or mode makes no difference to it. */
const simulatedOf = ({ apiNamePattern, condition, action }: Body, days: number): Simulated => ({
  apiNamePattern,
  condition,
  action,
  days,
});

/** Tries the draft on past calls, before it is saved. */
export function Simulation({ body, pick }: SimulationProps) {
  const [days, setDays] = useState(30);
  const [asked, setAsked] = useState<Simulated | null>(null);
  const now = body && simulatedOf(body, days);
  const isOutdated = asked !== null && JSON.stringify(asked) !== JSON.stringify(now);
  const query = useQuery({ ...simulationQuery(asked ?? ({} as Simulated)), enabled: asked !== null });
  const run = () => now && setAsked(now);
  useCommands(words.simulation.commands, [now !== null && { keys: 't', label: words.simulation.command, run }]);
  return (
    <Section
      title={words.simulation.title}
      lead={words.simulation.lead}
      actions={
        <div className={classes.order}>
          <Choice
            label={words.simulation.range}
            value={String(days)}
            options={DAY_OPTIONS}
            set={(value) => setDays(Number(value ?? 30))}
          />
          <Button
            variant="default"
            leftSection={<FlaskConical size={14} />}
            disabled={now === null}
            loading={query.isFetching}
            onClick={run}
          >
            {words.simulation.run}
          </Button>
        </div>
      }
    >
      {asked !== null && (
        <>
          {isOutdated && (
            <Alert color="yellow" variant="light" icon={<TriangleAlert size={16} />} title={words.simulation.outdated}>
              {words.simulation.outdatedHelp}
            </Alert>
          )}
          <View query={query} label={words.simulation.loading}>
            {(result) => <Result result={result} pick={pick} />}
          </View>
        </>
      )}
    </Section>
  );
}
