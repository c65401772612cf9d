import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keysOfForm } from '../../api/idempotency';
import type { Schemas } from '../../api/wire';
import { ChoiceLabel } from '../../ui/choice-label';
import { Copyable } from '../../ui/copyable';
import { Dialog } from '../../ui/dialog';
import { Form } from '../../ui/form';
import { webhooksWords as words } from '../../words';
import { createWebhook, WEBHOOKS, type Webhook } from './api';
import { EVENT_TYPES, EVENTS, type EventType } from './events';
import classes from './webhooks.module.css';

type Kind = Webhook['kind'];
type Created = Schemas['CreatedWebhook'];

const KINDS = [
  { value: 'webhook', label: words.newWebhook.webhook },
  { value: 'slack', label: words.newWebhook.slack },
  { value: 'email', label: words.newWebhook.mail },
];

const isEvent = (text: FormDataEntryValue): text is EventType => EVENT_TYPES.some((type) => type === text);

function bodyOf(kind: Kind, { url, description = '' }: Record<string, string>, form: FormData) {
  const events = form.getAll('events').filter(isEvent);
  return {
    kind,
    description,
    ...(kind !== 'email' && { url }),
    ...(kind === 'webhook' && { events }),
  };
}

export default function NewWebhook({ close }: { close: () => void }) {
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<Kind>('webhook');
  const [keyFor] = useState(keysOfForm);
  const [made, setMade] = useState<Created | null>(null);
  const onDone = (created: Created) => {
    void queryClient.invalidateQueries({ queryKey: WEBHOOKS });
    if (created.kind === 'webhook') setMade(created);
    else close();
  };
  return (
    <Dialog
      onClose={close}
      title={made ? words.newWebhook.secret : words.newWebhook.title}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {made ? (
        <div className={classes.made}>
          {made.secret ? (
            <>
              <p>{words.newWebhook.secretHelp}</p>
              <Copyable label={words.newWebhook.secret} text={made.secret} wraps />
            </>
          ) : (
            <p>{words.newWebhook.secretLost}</p>
          )}
          <Button onClick={close}>{made.secret ? words.newWebhook.copied : words.newWebhook.close}</Button>
        </div>
      ) : (
        <Form
          submit={words.newWebhook.register}
          cancel={close}
          send={(fields, form) => {
            const body = bodyOf(kind, fields, form);
            return createWebhook(body, keyFor(body));
          }}
          onDone={onDone}
        >
          {(wrong) => (
            <>
              <NativeSelect
                label={words.newWebhook.kind}
                data={KINDS}
                value={kind}
                onChange={(event) => setKind(event.currentTarget.value as Kind)}
                data-autofocus
              />
              {kind !== 'email' && (
                <TextInput
                  name="url"
                  type="url"
                  label={words.newWebhook.address}
                  placeholder={kind === 'slack' ? 'https://hooks.slack.com/services/…' : 'https://example.com/hook'}
                  maxLength={2000}
                  required
                  withAsterisk={false}
                  autoComplete="off"
                  error={wrong('url')}
                />
              )}
              <TextInput
                name="description"
                label={words.newWebhook.description}
                maxLength={200}
                autoComplete="off"
                error={wrong('description')}
              />
              {kind === 'webhook' ? (
                <Checkbox.Group label={words.newWebhook.events} defaultValue={[...EVENT_TYPES]} error={wrong('events')}>
                  <div className={classes.events}>
                    {EVENT_TYPES.map((type) => (
                      <Checkbox
                        key={type}
                        name="events"
                        value={type}
                        label={<ChoiceLabel hint={type}>{EVENTS[type]}</ChoiceLabel>}
                      />
                    ))}
                  </div>
                </Checkbox.Group>
              ) : (
                <p>{words.newWebhook.slackHelp}</p>
              )}
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
