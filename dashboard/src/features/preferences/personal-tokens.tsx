import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmptyPage } from '../../api/paged';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { Confirm } from '../../ui/confirm';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { type Column, Table } from '../../ui/table';
import { Tag } from '../../ui/tag';
import { UntrustedText } from '../../ui/untrusted-text';
import { Empty, View } from '../../ui/view';
import { tokenWords as words } from '../../words';
import { PERSONAL_TOKENS, type PersonalToken, personalTokensQuery, revokeToken } from './api';

const NewToken = lazyOverlay(() => import('./new-token'));
const isOver = ({ status }: PersonalToken) => status !== 'ACTIVE';

const columnsOf = (revoke: (token: PersonalToken) => void): readonly Column<PersonalToken>[] => [
  { head: words.name, cell: ({ name }) => <UntrustedText>{name}</UntrustedText> },
  { head: words.scopes, cell: ({ scopes }) => scopes.join(', ') },
  { head: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  { head: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : words.never) },
  { head: words.ends, cell: ({ expiresAt }) => <Moment at={expiresAt} isEnd /> },
  {
    head: words.state,
    cell: ({ status }) => <Tag tone={status === 'ACTIVE' ? 'good' : 'quiet'}>{words.states[status]}</Tag>,
  },
  {
    head: words.revoke,
    isHeadHidden: true,
    cell: (token) =>
      !isOver(token) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="red"
          aria-label={words.revokeNamed(token.name)}
          onClick={() => revoke(token)}
        >
          {words.revoke}
        </Button>
      ),
  },
];

/** The tokens with which the operator's programs speak for them: made here, shown once, revoked here. */
export function PersonalTokens() {
  const [page, setPage] = useState<string | undefined>();
  const tokens = useQuery(personalTokensQuery(page));
  const queryClient = useQueryClient();
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<PersonalToken | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: PERSONAL_TOKENS });
  return (
    <Section
      title={words.title}
      lead={words.lead}
      actions={
        <Button variant="default" onClick={() => setIsNew(true)}>
          {words.newToken}
        </Button>
      }
    >
      <View query={tokens} label={words.title} isEmpty={isEmptyPage} empty={<Empty title={words.noTokens} />}>
        {({ rows }) => (
          <Table
            label={words.title}
            columns={columnsOf(setRevoked)}
            rows={rows}
            keyOf={({ id }) => id}
            isDim={isOver}
          />
        )}
      </View>
      <Pages
        label={words.title}
        page={page}
        next={tokens.data?.next ?? null}
        change={(changed) => setPage(changed.page)}
      />
      {isNew && <NewToken onMade={refresh} close={() => setIsNew(false)} />}
      {revoked && (
        <Confirm
          title={words.revokeTitle}
          confirm={words.revoke}
          run={() => revokeToken(revoked.id)}
          onDone={() => {
            refresh();
            setRevoked(null);
          }}
          close={() => setRevoked(null)}
        >
          <p>{words.revokeNote(revoked.name)}</p>
        </Confirm>
      )}
    </Section>
  );
}
