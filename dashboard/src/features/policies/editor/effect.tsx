import { SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import type { Draft } from '../draft/draft';
import { DECISION_WORDS, DECISIONS } from '../words';
import classes from './editor.module.css';
import { Part } from './part';

interface EffectProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly wrongAt: (input: string) => string | undefined;
}

const MODES = [
  { value: 'enforce', label: 'Enforce' },
  { value: 'shadow', label: 'Shadow' },
];

/** Edits the decision on the calls, and whether it is in effect already. */
export function Effect({ draft, change, wrongAt }: EffectProps) {
  const { action, requiredApprovals, onChange, expiresAfterSeconds, onExpiry, reason, mode, enabled } = draft;
  const { approvalUsableSeconds } = draft;
  return (
    <>
      <Part
        title="Then"
        about="Of all policies that match a call, the strictest decides: block, require approval, allow."
      >
        <SegmentedControl
          aria-label="Decision"
          data={DECISIONS.map((value) => ({ value, label: DECISION_WORDS[value][0] }))}
          value={action}
          onChange={(value) => change({ action: value as Draft['action'] })}
        />
        {action === 'REQUIRE_APPROVAL' && (
          <TextInput
            label="Operators who have to approve"
            type="number"
            min={1}
            value={requiredApprovals}
            error={wrongAt('requiredApprovals')}
            onChange={(event) => change({ requiredApprovals: event.currentTarget.value })}
          />
        )}
        {action === 'REQUIRE_APPROVAL' && (
          <Switch
            label="Ask again if the resource has changed"
            description="For calls that Backstop makes: if the resource differs from what the operator saw, the call needs another approval instead of running."
            checked={onChange === 'ask'}
            onChange={(event) => change({ onChange: event.currentTarget.checked ? 'ask' : 'run' })}
          />
        )}
        {action === 'REQUIRE_APPROVAL' && (
          <>
            <TextInput
              label="Seconds to wait for a decision"
              description="Empty: as long as the service is set to wait."
              type="number"
              min={10}
              value={expiresAfterSeconds}
              error={wrongAt('expiresAfterSeconds')}
              onChange={(event) => change({ expiresAfterSeconds: event.currentTarget.value })}
            />
            <Switch
              label="Run the call then, unless an operator stops it"
              description="Off, the call is rejected when the time is over."
              checked={onExpiry === 'approve'}
              onChange={(event) => change({ onExpiry: event.currentTarget.checked ? 'approve' : 'reject' })}
            />
            <TextInput
              label="Seconds that an approval counts"
              description="Empty: as long as it waits for a decision. A call that has not begun by then is rejected."
              type="number"
              min={10}
              value={approvalUsableSeconds}
              error={wrongAt('approvalUsableSeconds')}
              onChange={(event) => change({ approvalUsableSeconds: event.currentTarget.value })}
            />
          </>
        )}
        <Textarea
          className={classes.wide}
          label="Reason"
          description="The agent is told it, and operators see it on the approval."
          autosize
          minRows={2}
          maxRows={6}
          value={reason}
          error={wrongAt('reason')}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </Part>
      <Part title="From now on" about="In shadow mode a policy is evaluated and counted, and decides nothing.">
        <SegmentedControl
          aria-label="Mode"
          data={MODES}
          value={mode}
          onChange={(value) => change({ mode: value as Draft['mode'] })}
        />
        <Switch
          label="On"
          description="When off, the policy is ignored."
          checked={enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
      </Part>
    </>
  );
}
