import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '../../../api/json';
import { registryQuery } from '../../../api/registry';
import type { By } from '../../../ui/decide-button';
import { ProblemNote } from '../../../ui/problem-note';
import { shown } from '../../../ui/reveal';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { previewQuery } from '../api';
import type { ApprovalDetail } from '../approval';
import { changesOf } from './changes';
import classes from './decide.module.css';
import { DecisionDialog } from './decision-dialog';
import { fieldsOf, parsed, written } from './draft';
import { EditForm } from './edit-form';
import { TypedName, useTypedName } from './typed-name';

const QUIET_MS = 300;
const LONGEST_REASON = 2000;

interface EditDialogProps {
  readonly approval: ApprovalDetail;
  /** The arguments that it is about were shown to their end. */
  readonly mayApprove: boolean;
  readonly isPending: boolean;
  readonly close: () => void;
  readonly approve: (payload: JsonObject, reason: string, by: By) => void;
}

/** Other arguments for the call: a form, the JSON beside it, what changes, and the verdict they would get. */
export function EditDialog({ approval, mayApprove, isPending, close, approve }: EditDialogProps) {
  // The arguments at the time the dialog was opened: they do not change while the operator edits.
  const [original] = useState(approval.payload);
  const [text, setText] = useState(() => written(original));
  const [reason, setReason] = useState('');
  const { data: operations } = useQuery(registryQuery);
  const [quietText] = useDebouncedValue(text, QUIET_MS);
  const name = useTypedName(approval.apiName, approval.context.reversibility === 'none');
  const draft = parsed(text);
  const quiet = parsed(quietText);
  const payload = 'payload' in draft ? draft.payload : null;
  const changes = payload ? changesOf(original, payload) : [];
  const schema = operations?.find(({ apiName }) => apiName === approval.apiName)?.payloadSchema;
  return (
    <DecisionDialog
      title={
        <>
          {words.editDialog.title} <UntrustedText>{approval.apiName}</UntrustedText>
        </>
      }
      verb={words.editDialog.approve}
      color="green"
      size="xl"
      mayDecide={mayApprove && payload !== null && changes.length > 0 && name.isRight}
      isPending={isPending}
      decide={(by) => payload && approve(payload, reason.trim(), by)}
      close={close}
    >
      <div className={classes.two}>
        <div className={classes.fields}>
          {payload ? (
            <EditForm fields={fieldsOf(schema, original)} payload={payload} change={(now) => setText(written(now))} />
          ) : (
            <p>{words.editDialog.formUnavailable}</p>
          )}
        </div>
        <Textarea
          className={classes.json}
          label={words.editDialog.json}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          value={text}
          error={'error' in draft ? draft.error : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <section aria-label={words.editDialog.changes}>
        {changes.length === 0 ? (
          <p>{words.editDialog.noChanges}</p>
        ) : (
          <ul className={classes.changes}>
            {changes.map(({ path, before, after }) => (
              <li key={path}>
                <UntrustedText>{path}</UntrustedText>:{' '}
                {before !== undefined && (
                  <del>
                    <code>
                      <UntrustedText revealed>{shown(before)}</UntrustedText>
                    </code>
                  </del>
                )}{' '}
                {after !== undefined && (
                  <ins>
                    <code>
                      <UntrustedText revealed>{shown(after)}</UntrustedText>
                    </code>
                  </ins>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
      {changes.length > 0 && 'payload' in quiet && <Verdict id={approval.id} payload={quiet.payload} />}
      <Textarea
        label={words.editDialog.reason}
        description={words.editDialog.reasonHelp}
        value={reason}
        maxLength={LONGEST_REASON}
        autosize
        maxRows={4}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <TypedName name={name} />
    </DecisionDialog>
  );
}

/** Shows the policies' verdict on an approval with these arguments; the service decides by the same rules. */
function Verdict({ id, payload }: { id: string; payload: JsonObject }) {
  const { data, error } = useQuery(previewQuery(id, payload));
  return (
    <div role="status" aria-label={words.verdict.title}>
      {error && <ProblemNote error={error} />}
      {!data && !error && <p>{words.verdict.pending}</p>}
      {data?.decision === 'BLOCK' && (
        <p className={classes.lost}>
          {words.verdict.blocked}
          {data.reason && ': '}
          {data.reason && <UntrustedText>{data.reason}</UntrustedText>}
        </p>
      )}
      {data && data.decision !== 'BLOCK' && (
        <p className={classes.approved}>
          {words.verdict.allowed}
          {data.requiredApprovals > 1 && words.verdict.needsOperators(data.requiredApprovals)}.
        </p>
      )}
    </div>
  );
}
