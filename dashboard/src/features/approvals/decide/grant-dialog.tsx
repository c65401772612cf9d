import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../api/wire';
import type { By } from '../../../ui/decide-button';
import { reveal } from '../../../ui/reveal';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';
import { TypedName, useTypedName } from './typed-name';

/** The scope of the calls inside of the tool call, whatever their names. */
const TOOL_CALL = '*';
const MOST_USES = 1000;
const MOST_MINUTES = 1440;

const isCount = (text: string, most: number) =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= most;

interface GrantDialogProps {
  readonly approval: ApprovalDetail;
  /** The arguments that it is about were shown to their end. */
  readonly mayApprove: boolean;
  readonly isPending: boolean;
  readonly close: () => void;
  readonly grant: (grant: Schemas['GrantBody'], by: By) => void;
}

/** Approves this call, and further ones of its session or tool call in advance. Policies that block still block. */
export function GrantDialog({ approval, mayApprove, isPending, close, grant }: GrantDialogProps) {
  const { apiName, context, toolCallId } = approval;
  const [pattern, setPattern] = useState(apiName);
  const [uses, setUses] = useState('5');
  const [minutes, setMinutes] = useState('30');
  const name = useTypedName(apiName, context.reversibility === 'none');
  const wider = `${apiName.split('.').slice(0, -1).join('.')}.*`;
  return (
    <DecisionDialog
      title={words.grantDialog.title}
      verb={words.grantDialog.approve}
      color="green"
      mayDecide={mayApprove && name.isRight && isCount(uses, MOST_USES) && isCount(minutes, MOST_MINUTES)}
      isPending={isPending}
      decide={(by) => {
        const within = pattern === TOOL_CALL ? 'tool-call' : 'session';
        grant({ apiNamePattern: pattern, within, maxUses: Number(uses), minutes: Number(minutes) }, by);
      }}
      close={close}
    >
      <NativeSelect
        data-autofocus
        label={words.grantDialog.scope}
        value={pattern}
        onChange={(event) => setPattern(event.currentTarget.value)}
        data={[
          { value: apiName, label: reveal(apiName) },
          { value: wider, label: words.grantDialog.resourceScope(reveal(wider)) },
          ...(toolCallId === null ? [] : [{ value: TOOL_CALL, label: words.grantDialog.toolCallScope }]),
        ]}
      />
      <div className={classes.two}>
        <TextInput
          label={words.grantDialog.atMost}
          description={words.grantDialog.uses(MOST_USES)}
          type="number"
          min={1}
          max={MOST_USES}
          required
          withAsterisk={false}
          value={uses}
          onChange={(event) => setUses(event.currentTarget.value)}
        />
        <TextInput
          label={words.grantDialog.duration}
          description={words.grantDialog.minutes(MOST_MINUTES)}
          type="number"
          min={1}
          max={MOST_MINUTES}
          required
          withAsterisk={false}
          value={minutes}
          onChange={(event) => setMinutes(event.currentTarget.value)}
        />
      </div>
      <TypedName name={name} />
    </DecisionDialog>
  );
}
