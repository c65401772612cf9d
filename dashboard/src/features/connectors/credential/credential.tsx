import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Confirm } from '../../../ui/confirm';
import { Moment } from '../../../ui/moment';
import { Section } from '../../../ui/page';
import { PlanNote } from '../../../ui/plan-note';
import { connectorWords as words } from '../../../words';
import { removeCredential } from '../api';
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
      title={words.credential.title}
      lead={words.credential.lead}
      actions={
        isPro &&
        !isEdited && (
          <div className={classes.actions}>
            <Button variant={credential ? 'default' : 'filled'} onClick={edit}>
              {credential ? words.credential.replace : words.credential.store}
            </Button>
            {credential && (
              <Button variant="subtle" color="red" onClick={() => setIsDeleted(true)}>
                {words.credential.delete}
              </Button>
            )}
          </div>
        )
      }
    >
      {credential ? (
        <p className={classes.stored}>
          {words.credential.holds} {credential.fields.join(', ')}
          {words.credential.stored} <Moment at={credential.createdAt} />
          {words.credential.replaced} <Moment at={credential.updatedAt} />.
        </p>
      ) : (
        <p className={classes.stored}>{words.credential.none}</p>
      )}
      {!isPro && <PlanNote title={words.credential.locked} needed="PRO" />}
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
          title={words.credential.deleteTitle}
          confirm={words.credential.deleteTitle}
          run={() => removeCredential(id)}
          onDone={() => {
            setIsDeleted(false);
            void refresh();
          }}
          close={() => setIsDeleted(false)}
          typed={id}
        >
          <p>
            {words.credential.deleteLead} <code>{id}</code> {words.credential.deleteConsequence}
          </p>
        </Confirm>
      )}
    </Section>
  );
}
