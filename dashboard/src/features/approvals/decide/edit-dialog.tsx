import { Button, Modal, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JsonObject } from '../../../api/json';
import { registryQuery } from '../../../api/registry';
import { shown } from '../../../ui/reveal';
import { StrangerText } from '../../../ui/stranger-text';
import type { ApprovalDetail } from '../approval';
import { changesOf } from './changes';
import classes from './decide.module.css';
import { fieldsOf, parsed, written } from './draft';
import { EditForm } from './edit-form';
import { TypedName, useTypedName } from './typed-name';
import { Verdict } from './verdict';

const QUIET_MS = 300;

interface EditDialogProps {
  readonly approval: ApprovalDetail;
  readonly close: () => void;
  readonly approve: (payload: JsonObject) => void;
}

/** Other arguments for the call: a form, the JSON beside it, what changes, and the verdict they would get. */
export default function EditDialog({ approval, close, approve }: EditDialogProps) {
  // The arguments as they were when the dialog was opened: what the operator edits does not change under them.
  const [original] = useState(approval.payload);
  const [text, setText] = useState(() => written(original));
  const { data: operations } = useQuery(registryQuery);
  const [quietText] = useDebouncedValue(text, QUIET_MS);
  const name = useTypedName(approval.apiName, approval.context.reversibility === 'none');
  const draft = parsed(text);
  const quiet = parsed(quietText);
  const payload = 'payload' in draft ? draft.payload : null;
  const changes = payload ? changesOf(original, payload) : [];
  const schema = operations?.find(({ apiName }) => apiName === approval.apiName)?.payloadSchema;
  return (
    <Modal opened onClose={close} title={<>Edit the arguments of {approval.apiName}</>} size="xl">
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (payload && changes.length > 0 && name.isRight) approve(payload);
        }}
      >
        <div className={classes.two}>
          <div className={classes.fields}>
            {payload ? (
              <EditForm fields={fieldsOf(schema, original)} payload={payload} change={(now) => setText(written(now))} />
            ) : (
              <p>The form comes back when the JSON can be read.</p>
            )}
          </div>
          <Textarea
            className={classes.json}
            label="JSON"
            autosize
            minRows={8}
            maxRows={20}
            spellCheck={false}
            value={text}
            error={'error' in draft ? draft.error : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <section aria-label="What changes">
          {changes.length === 0 ? (
            <p>Nothing is changed yet.</p>
          ) : (
            <ul className={classes.changes}>
              {changes.map(({ path, before, after }) => (
                <li key={path}>
                  <StrangerText>{path}</StrangerText>:{' '}
                  {before !== undefined && (
                    <del>
                      <code>
                        <StrangerText revealed>{shown(before)}</StrangerText>
                      </code>
                    </del>
                  )}{' '}
                  {after !== undefined && (
                    <ins>
                      <code>
                        <StrangerText revealed>{shown(after)}</StrangerText>
                      </code>
                    </ins>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
        {changes.length > 0 && 'payload' in quiet && <Verdict id={approval.id} payload={quiet.payload} />}
        <TypedName name={name} />
        <div className={classes.actions}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" color="green" disabled={!payload || changes.length === 0 || !name.isRight}>
            Approve the edited arguments
          </Button>
        </div>
      </form>
    </Modal>
  );
}
