import { Tag } from '../../ui/tag';
import type { Agent } from './api/list';

export function AgentTags({ agent: { status, registered } }: { agent: Agent }) {
  return (
    <>
      {status === 'PAUSED' ? <Tag tone="danger">Paused</Tag> : <Tag tone="good">Active</Tag>}
      {!registered && <Tag>Not registered</Tag>}
    </>
  );
}
