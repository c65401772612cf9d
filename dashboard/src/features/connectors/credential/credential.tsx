import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../ui/confirm';
import { Moment } from '../../../ui/moment';
import { Section } from '../../../ui/page';
import { PlanNote } from '../../../ui/plan-note';
import { removeCredential } from '../api/remove';
import type { Connector } from '../connectors';
import classes from './credential.module.css';
import { CredentialForm } from './credential-form';

interface CredentialProps {
  readonly connector: Connector;
  readonly isPro: boolean;
  readonly isEdited: boolean;
  readonly edit: () => void;
  readonly close: () => void;
}

/** Shows a connector's credential, of which no value is ever shown, and lets the operator replace or delete it. */
export function Credential({ connector, isPro, isEdited, edit, close }: CredentialProps) {
  const { id, credential } = connector;
  const [isDeleted, setIsDeleted] = useState(false);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['connectors'] });
  return (
    <Section
      title="Credential"
      lead="Stored encrypted. It can be replaced and deleted, and never be read again."
      actions={
        isPro &&
        !isEdited && (
          <div className={classes.actions}>
            <Button variant={credential ? 'default' : 'filled'} onClick={edit}>
              {credential ? 'Replace' : 'Store a credential'}
            </Button>
            {credential && (
              <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
                Delete…
              </Button>
            )}
          </div>
        )
      }
    >
      {credential ? (
        <p className={classes.stored}>
          Holds {credential.fields.join(', ')}. Stored <Moment at={credential.createdAt} />, last replaced{' '}
          <Moment at={credential.updatedAt} />.
        </p>
      ) : (
        <p className={classes.stored}>
          None is stored: the service can capture and undo nothing of this connector. Agents can still log its calls.
        </p>
      )}
      {!isPro && <PlanNote title="Storing a credential" needed="PRO" />}
      {isPro && isEdited && (
        <CredentialForm
          connector={connector}
          close={close}
          onStored={() => {
            void refresh();
            close();
          }}
        />
      )}
      {isDeleted && (
        <Confirm
          title="Delete the credential"
          confirm="Delete the credential"
          run={() => removeCredential(id)}
          onDone={() => {
            setIsDeleted(false);
            void refresh();
          }}
          close={() => setIsDeleted(false)}
          typed={id}
        >
          <p>
            Without it, nothing that agents did through <code>{id}</code> can be captured or undone until another is
            stored.
          </p>
        </Confirm>
      )}
    </Section>
  );
}
