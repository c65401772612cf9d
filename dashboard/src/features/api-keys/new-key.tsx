import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/wire';
import { ChoiceLabel } from '../../ui/choice-label';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { createApiKey } from './api/create';
import { MadeKey } from './made-key';
import classes from './new-key.module.css';

interface NewKeyProps {
  readonly onMade: () => void;
  readonly close: () => void;
}

/** The key is held by this dialog alone, and goes with it. */
export default function NewKey({ onMade, close }: NewKeyProps) {
  const [made, setMade] = useState<Schemas['CreatedApiKey'] | null>(null);
  return (
    <Dialog
      onClose={close}
      title={made ? 'The new key' : 'New key'}
      // A click beside the dialog must not lose the key, which is shown once.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <MadeKey text={made.key} close={close} />
      ) : (
        <Form
          submit="Create key"
          cancel={close}
          send={({ name = '', kind, agentId }) =>
            createApiKey({ name, kind: kind === 'live' ? 'live' : 'test', ...(agentId && { agentId }) })
          }
          onDone={(key) => {
            setMade(key);
            onMade();
          }}
        >
          {(wrong) => (
            <>
              <TextInput
                name="name"
                label="Name"
                description="For people: where the key is used."
                maxLength={100}
                required
                withAsterisk={false}
                autoComplete="off"
                data-autofocus
                error={wrong('name')}
              />
              <Radio.Group name="kind" label="Kind" defaultValue="test" error={wrong('kind')}>
                <div className={classes.kinds}>
                  <Radio
                    value="test"
                    label={<ChoiceLabel hint="Policies and approvals work, and no call runs.">Test</ChoiceLabel>}
                  />
                  <Radio value="live" label={<ChoiceLabel hint="Calls are executed for real.">Live</ChoiceLabel>} />
                </div>
              </Radio.Group>
              <TextInput
                name="agentId"
                label="Only as this agent"
                description="Left empty, the key may act as any agent."
                maxLength={100}
                autoComplete="off"
                error={wrong('agentId')}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
