import { Button } from '@mantine/core';
import { Moment } from '../../ui/moment';
import { StrangerText } from '../../ui/stranger-text';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { keyWords as words } from '../../words';
import type { ApiKey } from './api/list';

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly revoke: (key: ApiKey) => void;
  readonly replace: (key: ApiKey) => void;
}

const isRevoked = ({ status }: ApiKey) => status === 'REVOKED';

export function KeyTable({ keys, revoke, replace }: KeyTableProps) {
  const columns: readonly Column<ApiKey>[] = [
    { head: 'Name', cell: ({ name }) => <StrangerText>{name}</StrangerText> },
    { head: 'Kind', cell: ({ kind }) => <Tag tone={kind === 'live' ? 'accent' : 'quiet'}>{kind}</Tag> },
    {
      head: 'Agent',
      cell: ({ agentId }) => (agentId === null ? 'any' : <StrangerText>{agentId}</StrangerText>),
    },
    { head: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'never') },
    {
      head: 'State',
      cell: ({ status, revokedAt }) =>
        status === 'ACTIVE' ? <Tag tone="good">Active</Tag> : <Revoked at={revokedAt} />,
    },
    {
      head: 'Revoke',
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
              aria-label={`Revoke the key ${key.name}`}
              onClick={() => revoke(key)}
            >
              Revoke…
            </Button>
          </>
        ),
    },
  ];
  return <Table label="API keys" columns={columns} rows={keys} keyOf={({ id }) => id} isDim={isRevoked} />;
}

function Revoked({ at }: { at: string | null }) {
  return <span>Revoked {at && <Moment at={at} />}</span>;
}
