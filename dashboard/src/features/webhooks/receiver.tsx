import { Moment } from '../../ui/moment';
import { StrangerText } from '../../ui/stranger-text';
import { Tag } from '../../ui/tag';
import type { Webhook } from './api/list';

const KINDS: Readonly<Record<Webhook['kind'], string>> = { webhook: 'Webhook', slack: 'Slack', email: 'E-mail' };

const WHY: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  gone: 'it answered 410 Gone',
  failing: 'nothing was delivered for three days',
  operator: 'an operator switched it off',
};

export const kindOf = ({ kind }: Webhook) => KINDS[kind];

/** Shows the address of the receiver in one line. */
export const Address = ({ webhook: { url } }: { webhook: Webhook }) =>
  url === null ? 'every member with a confirmed address' : <StrangerText>{url}</StrangerText>;

/** Shows whether the receiver gets events, and if not, the reason. */
export function ReceiverState({
  webhook: { enabled, disabledReason, disabledAt, failingSince },
}: {
  webhook: Webhook;
}) {
  if (!enabled)
    return (
      <span>
        <Tag tone="quiet">Off</Tag> {disabledReason && WHY[disabledReason]} {disabledAt && <Moment at={disabledAt} />}
      </span>
    );
  if (!failingSince) return <Tag tone="good">On</Tag>;
  return (
    <span>
      <Tag tone="warning">Failing</Tag> since <Moment at={failingSince} />
    </span>
  );
}
