import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page } from '../../ui/page';
import { type Column, Table } from '../../ui/table';
import { UntrustedText } from '../../ui/untrusted-text';
import { Empty, View } from '../../ui/view';
import { webhooksWords as words } from '../../words';
import { type Webhook, webhooksQuery } from './api';
import { EVENT_TYPES } from './events';
import { Address, kindOf, ReceiverState } from './receiver';

const NewWebhook = lazyOverlay(() => import('./new-webhook'));

const columns: readonly Column<Webhook>[] = [
  {
    head: words.webhooksPage.receiver,
    cell: (webhook) => (
      <Link to={`/settings/webhooks/${webhook.id}` as string}>
        {webhook.description ? <UntrustedText>{webhook.description}</UntrustedText> : kindOf(webhook)}
      </Link>
    ),
  },
  { head: words.webhooksPage.kind, cell: kindOf },
  { head: 'URL', cell: (webhook) => <Address webhook={webhook} /> },
  {
    head: words.webhooksPage.events,
    cell: ({ events }) => (events.length === EVENT_TYPES.length ? 'everything' : events.join(', ')),
  },
  { head: words.webhooksPage.state, cell: (webhook) => <ReceiverState webhook={webhook} /> },
];

/** The receivers of events. */
export default function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery);
  const [isNew, setIsNew] = useState(false);
  useCommands(words.webhooksPage.title, [
    { keys: 'n', label: words.webhooksPage.newReceiver, run: () => setIsNew(true) },
  ]);
  return (
    <Page
      title={words.webhooksPage.title}
      lead={words.webhooksPage.lead}
      actions={<Button onClick={() => setIsNew(true)}>{words.webhooksPage.newReceiver}</Button>}
    >
      <View
        query={webhooks}
        label={words.webhooksPage.loading}
        empty={
          <Empty title={words.webhooksPage.none}>
            <p>{words.webhooksPage.noneHelp}</p>
          </Empty>
        }
      >
        {(rows) => (
          <Table
            label={words.webhooksPage.label}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            isDim={(row) => !row.enabled}
          />
        )}
      </View>
      {isNew && <NewWebhook close={() => setIsNew(false)} />}
    </Page>
  );
}
