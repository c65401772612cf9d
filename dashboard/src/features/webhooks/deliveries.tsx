import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isEmptyPage } from '../../api/paged';
import { useCommands } from '../../keyboard/use-commands';
import { JsonBlock } from '../../ui/json-block';
import { Moment } from '../../ui/moment';
import { Pages } from '../../ui/pages';
import { readId, readPage } from '../../ui/paging';
import { type Column, Table } from '../../ui/table';
import { Tag, type Tone } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { type Search, useUrlState } from '../../ui/url-state';
import { Empty, View } from '../../ui/view';
import { webhooksWords as words } from '../../words';
import { type Delivery, deliveriesQuery } from './api';
import classes from './webhooks.module.css';

const STATES: Readonly<Record<Delivery['status'], readonly [string, Tone]>> = {
  PENDING: [words.deliveries.pending, 'accent'],
  DELIVERED: [words.deliveries.delivered, 'good'],
  FAILED: [words.deliveries.failed, 'danger'],
  CANCELED: [words.deliveries.canceled, 'quiet'],
};

const read = (search: Search) => ({ ...readPage(search), selected: readId(search.delivery) });

/** Lists the deliveries to a receiver, newest first, and each attempt of the selected one. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const [{ page, selected }, change] = useUrlState(read);
  const deliveries = useQuery(deliveriesQuery(webhookId, page));
  const rows = deliveries.data?.rows ?? [];
  const at = rows.findIndex(({ id }) => id === selected);
  const select = (id: string | undefined) => change({ delivery: id });
  const step = (by: number) => {
    const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (next) select(next.id);
  };
  useCommands(words.deliveries.title, [
    { keys: 'j', label: words.deliveries.next, run: () => step(1) },
    { keys: 'k', label: words.deliveries.previous, run: () => step(-1) },
    selected !== undefined && {
      keys: 'Escape',
      label: words.deliveries.close,
      run: () => select(undefined),
    },
  ]);
  const columns: readonly Column<Delivery>[] = [
    {
      head: words.deliveries.event,
      cell: ({ id, type }) => (
        <button
          type="button"
          className={classes.type}
          aria-expanded={id === selected}
          onClick={() => select(id === selected ? undefined : id)}
        >
          {type}
        </button>
      ),
    },
    { head: words.deliveries.state, cell: (delivery) => <State delivery={delivery} /> },
    { head: words.deliveries.attempts, cell: ({ attempts }) => attempts, isNumber: true },
    { head: words.deliveries.happened, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
  const delivery = rows[at];
  return (
    <>
      <View
        query={deliveries}
        label={words.deliveries.loading}
        isEmpty={isEmptyPage}
        empty={
          <Empty title={page ? words.deliveries.noneOlder : words.deliveries.none}>
            <p>{words.deliveries.noneHelp}</p>
          </Empty>
        }
      >
        {() => (
          <Table
            label={words.deliveries.title}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            isSelected={({ id }) => id === selected}
          />
        )}
      </View>
      {delivery && <DeliveryDetail key={delivery.id} delivery={delivery} />}
      <Pages label={words.deliveries.loading} page={page} next={deliveries.data?.next ?? null} change={change} />
    </>
  );
}

/** Shows the state of a delivery; a failed one with a further attempt says so. */
function State({ delivery: { status, attempts, nextTryAt } }: { delivery: Delivery }) {
  if (status !== 'PENDING' || attempts === 0 || !nextTryAt)
    return <Tag tone={STATES[status][1]}>{STATES[status][0]}</Tag>;
  return (
    <>
      <Tag tone="warning">{words.failed(attempts)}</Tag> {words.nextTry} <Moment at={nextTryAt} isEnd />
    </>
  );
}

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
function DeliveryDetail({ delivery: { type, eventId, log, data } }: { delivery: Delivery }) {
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
