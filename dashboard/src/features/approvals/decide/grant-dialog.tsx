import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../../api/wire';
import type { ApprovalDetail } from '../approval';
import classes from './decide.module.css';
import { TypedName, useTypedName } from './typed-name';

interface GrantDialogProps {
  readonly approval: ApprovalDetail;
  readonly close: () => void;
  readonly grant: (grant: Schemas['GrantBody']) => void;
}

/** Approves this call, and further ones of the same session in advance. Policies that block still block. */
export default function GrantDialog({ approval: { apiName, context }, close, grant }: GrantDialogProps) {
  const [pattern, setPattern] = useState(apiName);
  const [uses, setUses] = useState('5');
  const [minutes, setMinutes] = useState('30');
  const name = useTypedName(apiName, context.reversibility === 'none');
  const wider = `${apiName.split('.').slice(0, -1).join('.')}.*`;
  return (
    <Modal opened onClose={close} title="Approve, and grant further calls">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.isRight) grant({ apiNamePattern: pattern, maxUses: Number(uses), minutes: Number(minutes) });
        }}
      >
        <NativeSelect
          data-autofocus
          label="Calls of this session"
          value={pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
          data={[
            { value: apiName, label: apiName },
            { value: wider, label: `${wider} (every call of the resource)` },
          ]}
        />
        <div className={classes.two}>
          <TextInput
            label="At most"
            description="calls, 1 to 1000"
            type="number"
            min={1}
            max={1000}
            required
            withAsterisk={false}
            value={uses}
            onChange={(event) => setUses(event.currentTarget.value)}
          />
          <TextInput
            label="For"
            description="minutes, 1 to 1440"
            type="number"
            min={1}
            max={1440}
            required
            withAsterisk={false}
            value={minutes}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
        </div>
        <TypedName name={name} />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="green" disabled={!name.isRight}>
            Approve and grant
          </Button>
        </div>
      </form>
    </Modal>
  );
}
