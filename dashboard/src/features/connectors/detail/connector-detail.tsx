import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCommands } from '../../../keyboard/use-commands';
import { Filters } from '../../../ui/filters';
import { Page, Section } from '../../../ui/page';
import { Table } from '../../../ui/table';
import { type Search, useUrlState } from '../../../ui/url-state';
import { Empty } from '../../../ui/view';
import { connectorWords as words } from '../../../words';
import type { Connector } from '../connectors';
import { Credential } from '../credential/credential';
import { HealthCell } from '../health-cell';
import { isOffered } from '../offer/offered';
import { Offering } from '../offer/offering';
import { Trial } from '../trial/trial';
import { Undoable } from '../undoable';
import { columnsFor } from './operation-columns';

interface ConnectorDetailProps {
  readonly connector: Connector;
  readonly isPro: boolean;
  readonly leave: () => void;
}

const read = ({ edit }: Search) => ({ isEdited: edit === 'yes' });

/** One connector: its health, its credential, and each operation with how completely it can be undone. */
export function ConnectorDetail({ connector, isPro, leave }: ConnectorDetailProps) {
  const { id, apiVersion, operations } = connector;
  const [{ isEdited }, change] = useUrlState(read);
  const [text, setText] = useState<string>();
  const edit = () => change({ edit: 'yes' });
  const close = () => change({ edit: undefined });
  useCommands(words.connectorDetail.commands, [
    isPro && { keys: 'e', label: words.connectorDetail.storeCommand, run: edit },
    !isEdited && { keys: 'Escape', label: words.connectorDetail.back, run: leave },
  ]);
  const patterns = connector.credential?.agentOperations ?? [];
  const columns = columnsFor(({ apiName, performable }) => performable && isOffered(patterns, apiName));
  const found = operations.filter(({ apiName }) => !text || apiName.toLowerCase().includes(text.toLowerCase()));
  return (
    <Page
      title={id}
      lead={words.connectorDetail.lead(operations.length, apiVersion)}
      actions={
        <Button variant="default" onClick={leave}>
          {words.connectorDetail.all}
        </Button>
      }
    >
      <HealthCell connector={connector} isChecking={false} />
      <Credential connector={connector} isPro={isPro} isEdited={isEdited} edit={edit} close={close} />
      {isPro && <Trial connector={connector} />}
      <Offering connector={connector} isPro={isPro} />
      <Section title={words.connectorDetail.operations} lead={words.connectorDetail.operationsLead}>
        <Undoable connector={connector} />
        <Filters label={words.connectorDetail.search} text={text} onText={setText} />
        {found.length > 0 ? (
          <Table
            label={words.connectorDetail.operations}
            columns={columns}
            rows={found}
            keyOf={({ apiName }) => apiName}
          />
        ) : (
          <Empty title={words.connectorDetail.noneFound} />
        )}
      </Section>
    </Page>
  );
}
