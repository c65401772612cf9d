import { Button } from '@mantine/core';
import { Moment } from '../../ui/moment';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { keyWords as words } from '../../words';
import type { ApiKey } from './api';

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly revoke: (key: ApiKey) => void;
  readonly replace: (key: ApiKey) => void;
}

const isRevoked = ({ status }: ApiKey) => status === 'REVOKED';

export function KeyTable({ keys, revoke, replace }: KeyTableProps) {
  const columns: readonly Column<ApiKey>[] = [
    { head: words.keyTable.name, cell: ({ name }) => <UntrustedText>{name}</UntrustedText> },
    { head: words.keyTable.kind, cell: ({ kind }) => <Tag tone={kind === 'live' ? 'accent' : 'quiet'}>{kind}</Tag> },
    {
      head: words.keyTable.agent,
      cell: ({ agentId }) => (agentId === null ? words.keyTable.anyAgent : <UntrustedText>{agentId}</UntrustedText>),
    },
    { head: words.keyTable.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      head: words.keyTable.lastUsed,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : words.keyTable.never),
    },
    {
      head: words.keyTable.state,
      cell: ({ status, revokedAt }) =>
        status === 'ACTIVE' ? <Tag tone="good">{words.keyTable.active}</Tag> : <Revoked at={revokedAt} />,
    },
    {
      head: words.keyTable.confirm,
      isHeadHidden: true,
      cell: (key) =>
        !isRevoked(key) && (
          <>
            <Button
              size="compact-xs"
              mih={24}
              variant="subtle"
              aria-label={words.replaceNamed(key.name)}
              onClick={() => replace(key)}
            >
              {words.replace}
            </Button>
            <Button
              size="compact-xs"
              mih={24}
              variant="subtle"
              color="red"
              aria-label={words.keyTable.revokeOf(key.name)}
              onClick={() => revoke(key)}
            >
              {words.keyTable.revoke}
            </Button>
          </>
        ),
    },
  ];
  return <Table label={words.keyTable.label} columns={columns} rows={keys} keyOf={({ id }) => id} isDim={isRevoked} />;
}

function Revoked({ at }: { at: string | null }) {
  return (
    <span>
      {words.keyTable.revoked} {at && <Moment at={at} />}
    </span>
  );
}
