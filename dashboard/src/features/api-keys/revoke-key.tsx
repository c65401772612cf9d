import { Confirm } from '../../ui/confirm';
import { UntrustedText } from '../../ui/untrusted-text';
import { keyWords as words } from '../../words';
import { type ApiKey, revokeApiKey } from './api';

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
  readonly close: () => void;
}

export default function RevokeKey({ apiKey: { id, name }, onDone, close }: RevokeKeyProps) {
  return (
    <Confirm
      title={words.revokeKey.title}
      confirm={words.revokeKey.confirm}
      run={() => revokeApiKey(id)}
      onDone={() => {
        onDone();
        close();
      }}
      close={close}
    >
      <p>
        {words.revokeKey.lead} <UntrustedText>{name}</UntrustedText> {words.revokeKey.consequence}
      </p>
    </Confirm>
  );
}
