import { useEffect, useRef } from 'react';
import { JsonBlock } from '../../ui/json-block';
import { Moment } from '../../ui/moment';
import { type Column, Table } from '../../ui/table';
import { UntrustedText } from '../../ui/untrusted-text';
import { webhooksWords as words } from '../../words';
import type { Delivery } from './api';
import classes from './webhooks.module.css';

type Attempt = Delivery['log'][number];

const columns: readonly Column<Attempt>[] = [
  { head: words.deliveryDetail.attempt, cell: ({ attempt }) => attempt },
  { head: words.deliveryDetail.at, cell: ({ at }) => <Moment at={at} /> },
  { head: words.deliveryDetail.answer, cell: ({ status }) => status ?? 'none', isNumber: true },
  {
    head: words.deliveryDetail.took,
    cell: ({ durationMs }) => (durationMs === null ? '–' : `${durationMs} ms`),
    isNumber: true,
  },
  {
    head: words.deliveryDetail.error,
    cell: ({ error }) => (error ? <UntrustedText>{error}</UntrustedText> : '–'),
  },
];

/** Shows every attempt to deliver one event, and its data. */
export function DeliveryDetail({ delivery: { type, eventId, log, data } }: { delivery: Delivery }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section ref={place} className={classes.detail} aria-label={words.deliveryDetail.selected}>
      <h3>
        {type} <code>{eventId}</code>
      </h3>
      {log.length > 0 ? (
        <Table
          label={words.deliveryDetail.attempts}
          columns={columns}
          rows={log}
          keyOf={({ attempt }) => String(attempt)}
        />
      ) : (
        <p>{words.deliveryDetail.none}</p>
      )}
      <JsonBlock value={data as Parameters<typeof JsonBlock>[0]['value']} label={words.deliveryDetail.event} />
    </section>
  );
}
