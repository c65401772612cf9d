import { Confirm } from '../../ui/confirm';
import { StrangerText } from '../../ui/stranger-text';
import type { ApiKey } from './api/list';
import { revokeApiKey } from './api/revoke';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
  readonly close: () => void;
}

export default function RevokeKey({ apiKey: { id, name }, onDone, close }: RevokeKeyProps) {
  return (
    <Confirm
      title="Revoke the key"
      confirm="Revoke"
      run={() => revokeApiKey(id)}
      onDone={() => {
        onDone();
        close();
      }}
      close={close}
    >
      <p>
        Agents that use <StrangerText>{name}</StrangerText> are refused within a second. Outcomes that they have not
        reported yet stay in their outboxes. A revoked key never comes back.
      </p>
    </Confirm>
  );
}
