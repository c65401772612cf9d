import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isEmptyPage } from '../../api/paged';
import { lazyOverlay } from '../../keyboard/lazy-overlay';
import { useCommands } from '../../keyboard/use-commands';
import { Page } from '../../ui/page';
import { Pages } from '../../ui/pages';
import { readPage } from '../../ui/paging';
import { useUrlState } from '../../ui/url-state';
import { Empty, View } from '../../ui/view';
import { keyWords as words } from '../../words';
import { API_KEYS, type ApiKey, apiKeysQuery } from './api';
import { KeyTable } from './key-table';

const NewKey = lazyOverlay(() => import('./new-key'));
const ReplaceKey = lazyOverlay(() => import('./replace-key'));
const RevokeKey = lazyOverlay(() => import('./revoke-key'));

/** The keys with which agents authenticate: made here, shown once, revoked here. */
export default function ApiKeysPage() {
  const [{ page }, change] = useUrlState(readPage);
  const keys = useQuery(apiKeysQuery(page));
  const queryClient = useQueryClient();
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const [replaced, setReplaced] = useState<ApiKey | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: API_KEYS });
  useCommands(words.apiKeysPage.title, [{ keys: 'n', label: words.apiKeysPage.newKey, run: () => setIsNew(true) }]);
  return (
    <Page
      title={words.apiKeysPage.title}
      lead={words.apiKeysPage.lead}
      actions={<Button onClick={() => setIsNew(true)}>{words.apiKeysPage.newKey}</Button>}
    >
      <View
        query={keys}
        label={words.apiKeysPage.title}
        isEmpty={isEmptyPage}
        empty={
          <Empty title={page ? words.apiKeysPage.noneOlder : words.apiKeysPage.none}>
            <p>
              {words.apiKeysPage.noneHelp} <code>BACKSTOP_API_KEY</code>.{' '}
              <Link to="/first-run">{words.apiKeysPage.firstAgentLink}</Link> {words.apiKeysPage.firstAgentNote}
            </p>
          </Empty>
        }
      >
        {({ rows }) => <KeyTable keys={rows} revoke={setRevoked} replace={setReplaced} />}
      </View>
      <Pages label={words.apiKeysPage.pages} page={page} next={keys.data?.next ?? null} change={change} />
      {isNew && <NewKey onMade={refresh} close={() => setIsNew(false)} />}
      {replaced && <ReplaceKey apiKey={replaced} onDone={refresh} close={() => setReplaced(null)} />}
      {revoked && <RevokeKey apiKey={revoked} onDone={refresh} close={() => setRevoked(null)} />}
    </Page>
  );
}
