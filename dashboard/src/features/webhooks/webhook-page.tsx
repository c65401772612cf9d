import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Facts } from '../../ui/facts';
import { Moment } from '../../ui/moment';
import { Page, Section } from '../../ui/page';
import { UntrustedText } from '../../ui/untrusted-text';
import { Empty, View } from '../../ui/view';
import { webhooksWords as words } from '../../words';
import { type Webhook, webhooksQuery } from './api';
import { Deliveries } from './deliveries';
import { Address, kindOf, ReceiverState } from './receiver';
import { ReceiverButtons } from './receiver-buttons';
import classes from './webhooks.module.css';

/** One receiver, and its deliveries. */
export default function WebhookPage() {
  const { webhookId = '' } = useParams({ strict: false }) as { webhookId?: string };
  const webhooks = useQuery(webhooksQuery);
  return (
    <View query={webhooks} label={words.webhookPage.loading}>
      {(all) => {
        const webhook = all.find(({ id }) => id === webhookId);
        return webhook ? <Receiver webhook={webhook} /> : <Gone />;
      }}
    </View>
  );
}

function Gone() {
  return (
    <Empty title={words.webhookPage.missing}>
      <p>
        <Link to="/settings/webhooks">{words.webhookPage.back}</Link>
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
          {words.webhookPage.back}
        </Link>
      }
      actions={<ReceiverButtons webhook={webhook} />}
    >
      <Facts
        facts={[
          { name: 'URL', value: <Address webhook={webhook} /> },
          ...(description
            ? [{ name: words.webhookPage.description, value: <UntrustedText>{description}</UntrustedText> }]
            : []),
          { name: words.webhookPage.events, value: events.join(', ') },
          { name: words.webhookPage.state, value: <ReceiverState webhook={webhook} /> },
          { name: words.webhookPage.registered, value: <Moment at={createdAt} /> },
        ]}
      />
      <Section title={words.webhookPage.deliveries} lead={words.webhookPage.deliveriesLead}>
        <Deliveries webhookId={id} />
      </Section>
    </Page>
  );
}
