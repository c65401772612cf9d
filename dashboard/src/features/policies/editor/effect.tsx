import { SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core';
import { policyWords as words } from '../../../words';
import { DECISION_CHOICES } from '../decisions';
import type { Draft } from '../draft/draft';
import { Approvers } from './approvers';
import classes from './editor.module.css';
import { Part } from './part';

interface EffectProps {
  readonly draft: Draft;
  readonly change: (changes: Partial<Draft>) => void;
  readonly wrongAt: (input: string) => string | undefined;
}

const MODES = [
  { value: 'enforce', label: words.effect.enforce },
  { value: 'shadow', label: words.effect.shadow },
];

/** Edits the decision on the calls, and whether it is in effect already. */
export function Effect({ draft, change, wrongAt }: EffectProps) {
  const { action, requiredApprovals, onChange, expiresAfterSeconds, onExpiry, reason, mode, enabled } = draft;
  const { approvalUsableSeconds } = draft;
  return (
    <>
      <Part title={words.effect.title} about={words.effect.lead}>
        <SegmentedControl
          aria-label={words.effect.decision}
          data={DECISION_CHOICES}
          value={action}
          onChange={(value) => change({ action: value as Draft['action'] })}
        />
        {action === 'REQUIRE_APPROVAL' && (
          <TextInput
            label={words.effect.operators}
            type="number"
            min={1}
            value={requiredApprovals}
            error={wrongAt('requiredApprovals')}
            onChange={(event) => change({ requiredApprovals: event.currentTarget.value })}
          />
        )}
        {action === 'REQUIRE_APPROVAL' && <Approvers draft={draft} change={change} wrong={wrongAt('approvers')} />}
        {action === 'REQUIRE_APPROVAL' && (
          <Switch
            label={words.effect.askAgain}
            description={words.effect.askAgainHelp}
            checked={onChange === 'ask'}
            onChange={(event) => change({ onChange: event.currentTarget.checked ? 'ask' : 'run' })}
          />
        )}
        {action === 'REQUIRE_APPROVAL' && (
          <>
            <TextInput
              label={words.effect.expiry}
              description={words.effect.expiryHelp}
              type="number"
              min={10}
              value={expiresAfterSeconds}
              error={wrongAt('expiresAfterSeconds')}
              onChange={(event) => change({ expiresAfterSeconds: event.currentTarget.value })}
            />
            <Switch
              label={words.effect.hold}
              description={words.effect.holdHelp}
              checked={onExpiry === 'approve'}
              onChange={(event) => change({ onExpiry: event.currentTarget.checked ? 'approve' : 'reject' })}
            />
            <TextInput
              label={words.effect.usable}
              description={words.effect.usableHelp}
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
          label={words.effect.reason}
          description={words.effect.reasonHelp}
          autosize
          minRows={2}
          maxRows={6}
          value={reason}
          error={wrongAt('reason')}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
      </Part>
      <Part title={words.effect.modeTitle} about={words.effect.modeLead}>
        <SegmentedControl
          aria-label={words.effect.mode}
          data={MODES}
          value={mode}
          onChange={(value) => change({ mode: value as Draft['mode'] })}
        />
        <Switch
          label={words.effect.on}
          description={words.effect.onHelp}
          checked={enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
      </Part>
    </>
  );
}
