import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog';
import { ProblemNote } from '../../../ui/problem-note';
import { sessionsWords as words } from '../../../words';
import { exportSessions, type Format } from '../export';
import { type Filters, toQuery } from '../filters';
import classes from './export-button.module.css';

/** The sessions that match the filters, from the newest on, as a file. */
export function ExportButton({ filters }: { filters: Filters }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Download size={14} />} onClick={() => setIsOpen(true)}>
        {words.export}
      </Button>
      {isOpen && <ExportDialog filters={filters} close={() => setIsOpen(false)} />}
    </>
  );
}

function ExportDialog({ filters, close }: { filters: Filters; close: () => void }) {
  const stop = useRef<AbortController>(null);
  const [count, setCount] = useState(0);
  useEffect(() => () => stop.current?.abort(), []);
  const save = useMutation({
    mutationFn: (format: Format) => {
      stop.current = new AbortController();
      const query = toQuery({ ...filters, page: undefined }, Date.now());
      return exportSessions(query, format, stop.current.signal, setCount);
    },
  });
  return (
    <Dialog title={words.exportTitle} onClose={close}>
      <div className={classes.export}>
        <p>{words.exportNote}</p>
        <div>
          {(['csv', 'ndjson'] as const).map((format) => (
            <Button key={format} variant="default" loading={save.isPending} onClick={() => save.mutate(format)}>
              {format.toUpperCase()}
            </Button>
          ))}
        </div>
        <p role="status">
          {save.isPending && words.exporting(count)}
          {save.data && words.exported(save.data.count, save.data.isAll)}
        </p>
        {save.error && <ProblemNote error={save.error} />}
      </div>
    </Dialog>
  );
}
