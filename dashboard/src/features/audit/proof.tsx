import { Alert, Button, FileButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../keyboard/use-commands';
import { download } from '../../ui/download';
import { Section } from '../../ui/page';
import { ProblemNote } from '../../ui/problem-note';
import { auditWords } from '../../words';
import { readAll } from './api';
import classes from './audit.module.css';
import { type Checkpoint, readCheckpoint, verifyAll } from './verify';

/** Verifies the integrity of the log in this browser, and offers the log as a file. */
export function Proof({ organization }: { organization: string }) {
  const [checkpoint, setCheckpoint] = useState<Checkpoint>();
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const verify = useMutation({ mutationFn: () => verifyAll(organization, checkpoint, signalOf(stop.current)) });
  const save = useMutation({ mutationFn: () => exportAll(organization, signalOf(stop.current)) });
  const take = useMutation({ mutationFn: readCheckpoint, onSuccess: setCheckpoint });
  useCommands(auditWords.proof.auditLog, [
    { keys: 'v', label: auditWords.proof.verifyCommand, run: () => verify.mutate() },
  ]);
  const error = verify.error ?? save.error ?? take.error;
  const { data } = verify;
  const place = useRef<HTMLDivElement>(null);
  // The key works from anywhere on the page.
  useEffect(() => {
    if (data) place.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  return (
    <Section title={auditWords.proof.title} lead={auditWords.proof.lead}>
      <div className={classes.buttons}>
        <Button loading={verify.isPending} onClick={() => verify.mutate()}>
          {auditWords.proof.verify}
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => file && take.mutate(file)}>
          {(props) => (
            <Button variant="default" {...props}>
              {checkpoint ? auditWords.proof.checkpoint(checkpoint.sequence) : auditWords.proof.useCheckpoint}
            </Button>
          )}
        </FileButton>
        <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
          {auditWords.proof.export}
        </Button>
      </div>
      <div ref={place} role="status" className={classes.outcome}>
        {data && (
          <Alert
            color={data.isIntact ? 'green' : 'red'}
            icon={data.isIntact ? <ShieldCheck size={16} /> : <ShieldAlert size={16} />}
          >
            <p className={classes.words}>{data.words}</p>
            {data.checkpoint && (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() =>
                  download(`checkpoint-${data.checkpoint?.sequence}.json`, 'application/json', [
                    `${JSON.stringify(data.checkpoint)}\n`,
                  ])
                }
              >
                {auditWords.proof.saveCheckpoint}
              </Button>
            )}
          </Alert>
        )}
        {save.data !== undefined && (
          <p>
            {save.data.toLocaleString('en')} {auditWords.proof.exported}
          </p>
        )}
      </div>
      {error && <ProblemNote error={error} />}
    </Section>
  );
}

const signalOf = ({ signal }: AbortController) => signal;

/** The whole log as a file, one entry a line, newest first: what `npm run audit -- verify` takes. */
async function exportAll(organization: string, signal: AbortSignal): Promise<number> {
  const lines: string[] = [];
  for await (const page of readAll(signal))
    for (const entry of (JSON.parse(page) as { data: unknown[] }).data) lines.push(`${JSON.stringify(entry)}\n`);
  download(`audit-${organization}.jsonl`, 'application/x-ndjson', lines);
  return lines.length;
}
