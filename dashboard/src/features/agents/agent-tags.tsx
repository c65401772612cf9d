import { Tag } from '../../ui/tag';
import { agentWords as words } from '../../words';
import type { Agent } from './api';

export function AgentTags({ agent: { status, registered } }: { agent: Agent }) {
  return (
    <>
      {status === 'PAUSED' ? (
        <Tag tone="danger">{words.agentTags.paused}</Tag>
      ) : (
        <Tag tone="good">{words.agentTags.active}</Tag>
      )}
      {!registered && <Tag>{words.agentTags.notRegistered}</Tag>}
    </>
  );
}
