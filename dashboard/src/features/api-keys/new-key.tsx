import { Radio, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/wire';
import { ChoiceLabel } from '../../ui/choice-label';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { keyWords as words } from '../../words';
import { createApiKey } from './api';
import { CreatedKey } from './created-key';
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
      title={made ? words.newKeyPart.shown : words.newKeyPart.title}
      // A click beside the dialog must not lose the key, which is shown once.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <CreatedKey text={made.key} close={close} />
      ) : (
        <Form
          submit={words.newKeyPart.create}
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
                label={words.newKeyPart.name}
                description={words.newKeyPart.nameHelp}
                maxLength={100}
                required
                withAsterisk={false}
                autoComplete="off"
                data-autofocus
                error={wrong('name')}
              />
              <Radio.Group name="kind" label={words.newKeyPart.kind} defaultValue="test" error={wrong('kind')}>
                <div className={classes.kinds}>
                  <Radio
                    value="test"
                    label={<ChoiceLabel hint={words.newKeyPart.testHelp}>{words.newKeyPart.test}</ChoiceLabel>}
                  />
                  <Radio
                    value="live"
                    label={<ChoiceLabel hint={words.newKeyPart.liveHelp}>{words.newKeyPart.live}</ChoiceLabel>}
                  />
                </div>
              </Radio.Group>
              <TextInput
                name="agentId"
                label={words.newKeyPart.agent}
                description={words.newKeyPart.agentHelp}
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
