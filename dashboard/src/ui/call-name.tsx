import { operationBeneath, sentenceOf } from './call';
import classes from './call-name.module.css';
import { UntrustedText } from './untrusted-text';

interface CallNameProps {
  readonly call: { readonly apiName: string; readonly summary?: string | null };
}

/** A call as a sentence, with the name of its operation beside it. */
export function CallName({ call }: CallNameProps) {
  const operation = operationBeneath(call);
  return (
    <>
      <UntrustedText revealed={call.summary !== undefined && call.summary !== null}>{sentenceOf(call)}</UntrustedText>
      {operation && ' '}
      {operation && (
        <code className={classes.operation}>
          <UntrustedText>{operation}</UntrustedText>
        </code>
      )}
    </>
  );
}
