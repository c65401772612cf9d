import { operationBeneath } from './call';
import classes from './call-name.module.css';
import { Sentence } from './sentence';
import { UntrustedText } from './untrusted-text';

interface CallNameProps {
  readonly call: { readonly apiName: string; readonly summary?: string | null };
}

/** A call as a sentence, with the name of its operation beside it. */
export function CallName({ call }: CallNameProps) {
  const operation = operationBeneath(call);
  return (
    <>
      <Sentence call={call} />
      {operation && ' '}
      {operation && (
        <code className={classes.operation}>
          <UntrustedText>{operation}</UntrustedText>
        </code>
      )}
    </>
  );
}
