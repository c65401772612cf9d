import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog';
import { ProblemNote } from '../../ui/problem-note';
import { UntrustedText } from '../../ui/untrusted-text';
import { keyWords as words } from '../../words';
import { type ApiKey, createApiKey, revokeApiKey } from './api';
import { CreatedKey } from './created-key';
import classes from './new-key.module.css';

interface ReplaceKeyProps {
  readonly apiKey: ApiKey;
  readonly onDone: () => void;
  readonly close: () => void;
}

/** A key that leaked: another one like it, and the end of this one. */
export default function ReplaceKey({ apiKey: { id, name, kind, agentId }, onDone, close }: ReplaceKeyProps) {
  const [made, setMade] = useState<string | null>(null);
  const revoking = useMutation({ mutationFn: () => revokeApiKey(id), onSettled: onDone });
  const creating = useMutation({
    mutationFn: () => createApiKey({ name, kind, ...(agentId !== null && { agentId }) }),
    onSuccess: ({ key }) => {
      setMade(key);
      revoking.mutate();
    },
    gcTime: 0,
  });
  return (
    <Dialog
      onClose={close}
      title={made ? words.newKey : words.replaceTitle}
      closeOnClickOutside={!made}
      closeOnEscape={!made}
    >
      {revoking.error && (
        <Alert color="red" title={words.stillActive}>
          <ProblemNote error={revoking.error} />
        </Alert>
      )}
      {made ? (
        <CreatedKey text={made} close={close} />
      ) : (
        <div className={classes.made}>
          <p>
            <strong>
              <UntrustedText>{name}</UntrustedText>
            </strong>
          </p>
          <p>{words.replaceNote}</p>
          {creating.error && <ProblemNote error={creating.error} />}
          <Button color="red" loading={creating.isPending} onClick={() => creating.mutate()}>
            {words.replaceNow}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
