import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Facts } from '../../ui/facts';
import { JsonBlock } from '../../ui/json-block';
import { StrangerText } from '../../ui/stranger-text';
import type { AuditEntry } from './api/list';
import classes from './audit.module.css';
import { Target } from './target';

const KINDS: Readonly<Record<AuditEntry['actor']['kind'], string>> = {
  USER: 'operator',
  API_KEY: 'API key',
  SYSTEM: 'the service itself',
};

/** One entry in full: the state before and after, and its place in the chain. */
export function EntryDetail({ entry, close }: { entry: AuditEntry; close: () => void }) {
  const { sequence, action, actor, before, after, requestId, createdAt, hash, previousHash } = entry;
  const place = useRef<HTMLElement>(null);
  // On a narrow screen the detail stands above the entries.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <aside ref={place} className={classes.detail} aria-label="The selected entry">
      <header className={classes.detailHead}>
        <h3>
          {sequence}. {action}
        </h3>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the entry" onClick={close}>
          <X size={16} />
        </ActionIcon>
      </header>
      <Facts
        facts={[
          {
            name: 'Who',
            value: (
              <>
                <StrangerText>{actor.label}</StrangerText> ({KINDS[actor.kind]})
              </>
            ),
          },
          { name: 'When', value: <time dateTime={createdAt}>{createdAt}</time> },
          { name: 'On', value: <Target entry={entry} /> },
          ...(requestId ? [{ name: 'Request', value: <code>{requestId}</code> }] : []),
          { name: 'Hash', value: <code>{hash}</code> },
          { name: 'Hash before', value: <code>{previousHash}</code> },
        ]}
      />
      <h4>Before</h4>
      {before === null ? <p>Created.</p> : <JsonBlock value={before} label="Before" />}
      <h4>After</h4>
      {after === null ? <p>Deleted.</p> : <JsonBlock value={after} label="After" />}
    </aside>
  );
}
