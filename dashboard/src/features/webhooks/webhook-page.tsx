import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Facts } from '../../ui/facts';
import { Moment } from '../../ui/moment';
import { Page, Section } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { Empty, View } from '../../ui/view';
import { type Webhook, webhooksQuery } from './api/list';
import { Deliveries } from './deliveries';
import { Address, kindOf, ReceiverState } from './receiver';
import { ReceiverButtons } from './receiver-buttons';
import classes from './webhooks.module.css';

/** One receiver, and its deliveries. */
export default function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false }) as { webhookId?: string };
  const webhooks = useQuery(webhooksQuery);
  return (
    <View query={webhooks} label="the receiver">
      {(all) => {
        const webhook = all.find(({ id }) => id === webhookId);
        return webhook ? <Receiver webhook={webhook} /> : <Gone />;
      }}
    </View>
  );
}

function Gone() {
  return (
    <Empty title="There is no such receiver">
      <p>
        <Link to="/settings/webhooks">All receivers</Link>
      </p>
    </Empty>
  );
}

function Receiver({ webhook }: { webhook: Webhook }) {
  const { id, description, events, createdAt } = webhook;
  return (
    <Page
      title={kindOf(webhook)}
      lead={
        <Link to="/settings/webhooks" className={classes.back}>
          All receivers
        </Link>
      }
      actions={<ReceiverButtons webhook={webhook} />}
    >
      <Facts
        facts={[
          { name: 'URL', value: <Address webhook={webhook} /> },
          ...(description ? [{ name: 'Description', value: <StrangerText>{description}</StrangerText> }] : []),
          { name: 'Events', value: events.join(', ') },
          { name: 'State', value: <ReceiverState webhook={webhook} /> },
          { name: 'Registered', value: <Moment at={createdAt} /> },
        ]}
      />
      <Section title="Deliveries" lead="Kept for 30 days. Failed deliveries are retried up to ten times.">
        <Deliveries webhookId={id} />
      </Section>
    </Page>
  );
}
