import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { Empty, View } from '../../ui/view';
import { type Webhook, webhooksQuery } from './api/list';
import { EVENT_TYPES } from './events';
import { Address, kindOf, ReceiverState } from './receiver';

const NewWebhook = lazyOverlay(() => import('./new-webhook'));

const columns: readonly Column<Webhook>[] = [
  {
    head: 'Receiver',
    cell: (webhook) => (
      <Link to={`/settings/webhooks/${webhook.id}` as string}>
        {webhook.description ? <StrangerText>{webhook.description}</StrangerText> : kindOf(webhook)}
      </Link>
    ),
  },
  { head: 'Kind', cell: kindOf },
  { head: 'URL', cell: (webhook) => <Address webhook={webhook} /> },
  {
    head: 'Events',
    cell: ({ events }) => (events.length === EVENT_TYPES.length ? 'everything' : events.join(', ')),
  },
  { head: 'State', cell: (webhook) => <ReceiverState webhook={webhook} /> },
];

/** The receivers of events. */
export default function WebhooksPage() {
  const webhooks = useQuery(webhooksQuery);
  const [isNew, setIsNew] = useState(false);
  useCommands('Webhooks', [{ keys: 'n', label: 'New receiver', run: () => setIsNew(true) }]);
  return (
    <Page
      title="Webhooks"
      lead="Send events to your systems when approvals, blocks or rollbacks happen."
      actions={<Button onClick={() => setIsNew(true)}>New receiver</Button>}
    >
      <View
        query={webhooks}
        label="receivers"
        empty={
          <Empty title="No webhooks yet">
            <p>
              Register an https address, a Slack channel, or the mail of all members. Each event is signed, and sent
              again until it is taken.
            </p>
          </Empty>
        }
      >
        {(rows) => (
          <Table label="Receivers" columns={columns} rows={rows} keyOf={({ id }) => id} isDim={(row) => !row.enabled} />
        )}
      </View>
      {isNew && <NewWebhook close={() => setIsNew(false)} />}
    </Page>
  );
}
