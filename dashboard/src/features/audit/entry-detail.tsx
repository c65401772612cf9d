import { ActionIcon } from '@mantine/core';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Facts } from '../../ui/facts';
import { JsonBlock } from '../../ui/json-block';
import { UntrustedText } from '../../ui/untrusted-text';
import { auditWords as words } from '../../words';
import type { AuditEntry } from './api';
import classes from './audit.module.css';
import { Target } from './target';

const KINDS: Readonly<Record<AuditEntry['actor']['kind'], string>> = {
  USER: words.entryDetail.operator,
  API_KEY: words.entryDetail.apiKey,
  SYSTEM: words.entryDetail.service,
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
    <aside ref={place} className={classes.detail} aria-label={words.entryDetail.selected}>
      <header className={classes.detailHead}>
        <h3>
          {sequence}. {action}
        </h3>
        <ActionIcon variant="subtle" color="gray" aria-label={words.entryDetail.close} onClick={close}>
          <X size={16} />
        </ActionIcon>
      </header>
      <Facts
        facts={[
          {
            name: words.entryDetail.who,
            value: (
              <>
                <UntrustedText>{actor.label}</UntrustedText> ({KINDS[actor.kind]})
              </>
            ),
          },
          { name: words.entryDetail.when, value: <time dateTime={createdAt}>{createdAt}</time> },
          { name: words.entryDetail.on, value: <Target entry={entry} /> },
          ...(requestId ? [{ name: words.entryDetail.request, value: <code>{requestId}</code> }] : []),
          { name: words.entryDetail.hash, value: <code>{hash}</code> },
          { name: words.entryDetail.hashBefore, value: <code>{previousHash}</code> },
        ]}
      />
      <h4>{words.entryDetail.before}</h4>
      {before === null ? (
        <p>{words.entryDetail.created}</p>
      ) : (
        <JsonBlock value={before} label={words.entryDetail.before} />
      )}
      <h4>{words.entryDetail.after}</h4>
      {after === null ? (
        <p>{words.entryDetail.deleted}</p>
      ) : (
        <JsonBlock value={after} label={words.entryDetail.after} />
      )}
    </aside>
  );
}
