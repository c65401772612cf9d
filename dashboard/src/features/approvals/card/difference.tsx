import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import type { ApprovalDetail } from '../approval';
import classes from './card.module.css';

/**
 * Shows the call's changes to the resource, field by field. The service has marked hidden and look-alike characters
 * already.
 */
export function Difference({ approval: { context, snapshot } }: { approval: ApprovalDetail }) {
  const { difference, differenceOmitted } = context;
  if (difference === null) {
    const reason = snapshot?.captureFailed ? snapshot.reason : null;
    return (
      <p className={classes.dim}>
        {words.difference.noPreview} {reason ? <UntrustedText>{reason}</UntrustedText> : words.difference.noSnapshot}
      </p>
    );
  }
  if (difference.length === 0) return <p className={classes.dim}>{words.difference.noChange}</p>;
  return (
    <>
      <table className={classes.difference}>
        <thead>
          <tr>
            <th scope="col">{words.difference.field}</th>
            <th scope="col">{words.difference.now}</th>
            <th scope="col">{words.difference.after}</th>
          </tr>
        </thead>
        <tbody>
          {difference.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">
                <UntrustedText revealed>{field}</UntrustedText>
              </th>
              <td className={classes.before}>
                <Value value={before} beside={after} />
              </td>
              <td className={classes.after}>
                <Value value={after} beside={before} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {differenceOmitted > 0 && (
        <p className={classes.dim}>
          {differenceOmitted} {words.difference.moreFields}
        </p>
      )}
    </>
  );
}

type Value = ApprovalDetail['payloadShown'] | null;

const NUMBER = /^-?\d+(\.\d+)?$/;

/** Databases answer numbers as text, so that no digit is lost: beside a number they are read as one. */
function Value({ value, beside }: { value: Value; beside: Value }) {
  if (value === null || value === undefined) return <span className={classes.none}>{words.difference.nothing}</span>;
  const isNumber = typeof value === 'string' && typeof beside === 'number' && NUMBER.test(value);
  return (
    <code>
      <UntrustedText revealed>{isNumber ? value : JSON.stringify(value, null, 2)}</UntrustedText>
    </code>
  );
}
