import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Eye, StickyNote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useCommands } from '../../../keyboard/use-commands';
import { Moment } from '../../../ui/moment';
import { ProblemNote } from '../../../ui/problem-note';
import { UntrustedText } from '../../../ui/untrusted-text';
import { inboxWords as words } from '../../../words';
import { approvalQuery, saveNote, viewersQuery } from '../api';
import type { ApprovalDetail } from '../approval';
import classes from './handover.module.css';

const LONGEST = 2_000;

/** Shows the other operators who have the card open, and the note of the one who looked at it before. */
export function Handover({ approval: { id, note, status } }: { approval: ApprovalDetail }) {
  const isPending = status === 'PENDING';
  return (
    <div className={classes.handover}>
      {isPending && <Viewers id={id} />}
      {note && (
        <p className={classes.note}>
          <StickyNote size={14} aria-hidden />
          <span>
            <UntrustedText>{note.content}</UntrustedText>
            <small>
              <UntrustedText>{note.by}</UntrustedText>, <Moment at={note.at} />
            </small>
          </span>
        </p>
      )}
    </div>
  );
}

/** Writes the note for the next operator. It stands below the arguments, which must be on the screen before approval. */
export function LeaveNote({ approval }: { approval: ApprovalDetail }) {
  const [isWriting, setIsWriting] = useState(false);
  const isPending = approval.status === 'PENDING';
  useCommands(words.handover.approval, [
    isPending && { keys: 'n', label: words.leaveNote, run: () => setIsWriting(true) },
  ]);
  if (isWriting) return <Write approval={approval} close={() => setIsWriting(false)} />;
  if (!isPending) return null;
  return (
    <Button variant="subtle" className={classes.write} onClick={() => setIsWriting(true)}>
      {approval.note ? words.changeNote : words.leaveNote}
    </Button>
  );
}

function Viewers({ id }: { id: string }) {
  const { data: viewers = [] } = useQuery(viewersQuery(id));
  return (
    <p role="status" className={classes.viewers}>
      {viewers.length > 0 && (
        <>
          <Eye size={14} aria-hidden /> {words.alsoOpen(viewers.map(({ by }) => by))}
        </>
      )}
    </p>
  );
}

function Write({ approval: { id, note }, close }: { approval: ApprovalDetail; close: () => void }) {
  const [text, setText] = useState(note?.content ?? '');
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveNote(id, text.trim() || null),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: approvalQuery(id).queryKey, exact: true });
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <Textarea
        autoFocus
        label={words.note}
        description={words.noteHelp}
        value={text}
        maxLength={LONGEST}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {save.error && <ProblemNote error={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending}>
          {words.saveNote}
        </Button>
        <Button variant="default" onClick={close}>
          {words.handover.cancel}
        </Button>
      </div>
    </form>
  );
}
