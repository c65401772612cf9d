import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { ActionStatusTag } from '../../../ui/action-status';
import { CallName } from '../../../ui/call-name';
import { Figures } from '../../../ui/figures';
import { Moment } from '../../../ui/moment';
import { type Column, Table } from '../../../ui/table';
import { UntrustedText } from '../../../ui/untrusted-text';
import { policyWords as words } from '../../../words';
import type { Simulation } from '../api';
import { DecisionTag } from '../decision';
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
          title={words.simulation.noOperation}
        >
          <p>
            {message} {words.simulation.didYouMean}
          </p>
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
        label={words.simulation.title}
        figures={[
          { name: words.simulation.evaluated, value: many(evaluated) },
          { name: words.simulation.matched, value: many(matched) },
          { name: words.simulation.wouldAsk, value: many(gated.calls) },
          { name: words.simulation.wouldBlock, value: many(blocked.calls) },
          { name: words.simulation.newlyHeldUp, value: many(newlyHeldUp), isWarning: newlyHeldUp > 0 },
          { name: words.simulation.heldUpUndone, value: many(gated.undone + blocked.undone) },
          { name: words.simulation.allowedUndone, value: many(allowed.undone), isWarning: allowed.undone > 0 },
        ]}
      />
      <p>
        {words.simulation.since} <Moment at={from} />. {!complete && words.simulation.incomplete}
      </p>
      {samples.length > 0 ? <Samples samples={samples} /> : <p>{words.simulation.none}</p>}
    </>
  );
}

type Sample = Simulation['samples'][number];

const columns: readonly Column<Sample>[] = [
  {
    head: words.samples.call,
    cell: ({ sessionId, actionId, apiName, summary, agentId, createdAt }) => (
      <div className={classes.call}>
        <Link to={`/sessions/${sessionId}` as string} search={{ action: actionId } as never} preload={false}>
          <CallName call={{ apiName, summary }} />
        </Link>
        <span className={classes.of}>
          <UntrustedText>{agentId}</UntrustedText> · <Moment at={createdAt} />
        </span>
      </div>
    ),
  },
  {
    head: words.samples.draft,
    cell: ({ decision }) => (decision ? <DecisionTag decision={decision} /> : words.samples.noMatch),
  },
  { head: words.samples.decided, cell: ({ recordedDecision }) => <DecisionTag decision={recordedDecision} /> },
  { head: words.samples.status, cell: ({ status }) => <ActionStatusTag status={status} /> },
];

/** Some of the calls that the draft matches. */
function Samples({ samples }: { samples: readonly Sample[] }) {
  return <Table label={words.samples.label} columns={columns} rows={samples} keyOf={({ actionId }) => actionId} />;
}
