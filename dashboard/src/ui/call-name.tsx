import { operationBeneath, sentenceOf } from './call';
import classes from './call-name.module.css';
import { StrangerText } from './stranger-text';

interface CallNameProps {
  readonly call: { readonly apiName: string; readonly summary?: string | null };
}

/** A call as a sentence, with the name of its operation beside it. */
export function CallName({ call }: CallNameProps) {
  const operation = operationBeneath(call);
  return (
    <>
      <StrangerText revealed={call.summary !== undefined && call.summary !== null}>{sentenceOf(call)}</StrangerText>
      {operation && ' '}
      {operation && (
        <code className={classes.operation}>
          <StrangerText>{operation}</StrangerText>
        </code>
      )}
    </>
  );
}
