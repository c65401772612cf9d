import { Moment } from '../../ui/moment';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { webhooksWords as words } from '../../words';
import type { Webhook } from './api';

const KINDS: Readonly<Record<Webhook['kind'], string>> = {
  webhook: words.receiver.webhook,
  slack: 'Slack',
  email: 'E-mail',
};

const WHY: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  gone: words.receiver.gone,
  failing: words.receiver.undelivered,
  operator: words.receiver.byOperator,
};

export const kindOf = ({ kind }: Webhook) => KINDS[kind];

/** Shows the address of the receiver in one line. */
export const Address = ({ webhook: { url } }: { webhook: Webhook }) =>
  url === null ? words.receiver.members : <UntrustedText>{url}</UntrustedText>;

/** Shows whether the receiver gets events, and if not, the reason. */
export function ReceiverState({
  webhook: { enabled, disabledReason, disabledAt, failingSince },
}: {
  webhook: Webhook;
}) {
  if (!enabled)
    return (
      <span>
        <Tag tone="quiet">{words.receiver.off}</Tag> {disabledReason && WHY[disabledReason]}{' '}
        {disabledAt && <Moment at={disabledAt} />}
      </span>
    );
  if (!failingSince) return <Tag tone="good">{words.receiver.on}</Tag>;
  return (
    <span>
      <Tag tone="warning">{words.receiver.failing}</Tag> {words.receiver.since} <Moment at={failingSince} />
    </span>
  );
}
