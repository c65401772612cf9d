import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { Menu, Search } from 'lucide-react';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { expired } from '../api/expired';
import { includes, meQuery } from '../api/me';
import type { Plan } from '../api/wire';
import { DeferredBar } from '../deferred/bar';
import { SampleBanner } from '../features/sample/sample-banner';
import { lazyOverlay } from '../keyboard/lazy-overlay';
import { useCommands } from '../keyboard/use-commands';
import { ProblemNote } from '../ui/problem-note';
import { UntrustedText } from '../ui/untrusted-text';
import { Empty, Loading } from '../ui/view';
import { shellWords as words } from '../words';
import { AccountButton } from './account-button';
import { ConnectionBanner } from './connection-banner';
import { Navigation } from './navigation';
import classes from './shell.module.css';
import { useCounts } from './use-counts';

const Everything = lazyOverlay(() => import('./everything'));
const KeysHelp = lazyOverlay(() => import('./keys-help'));

const SignInAgain = lazyOverlay(() => import('../features/signing-in/sign-in-again'));
const NavigationDrawer = lazyOverlay(() => import('./navigation-drawer'));

type Opened = 'everything' | 'keys' | 'navigation';

/** Surrounds every page of an operator who is signed in. */
export function Shell() {
  const me = useQuery(meQuery);
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const isExpired = useSyncExternalStore(expired.subscribe, expired.is);
  const close = () => setOpened(null);
  useCommands(words.shell.everywhere, [
    { keys: 'mod+k', label: words.shell.findCommand, run: () => setOpened('everything'), always: true },
    { keys: '?', label: words.shell.keysCommand, run: () => setOpened('keys') },
    { keys: ',', label: words.shell.preferences, run: () => void navigate({ to: '/preferences' }) },
  ]);
  const pending = useCounts()['/approvals'];
  const pendingText = pending && pending.count > 0 ? `(${pending.text}) ` : '';
  useEffect(() => {
    const title = page ? `${page.title} · Backstop` : 'Backstop';
    document.title = pendingText + title;
  }, [page, pendingText]);

  if (!me.data)
    return (
      <>
        <ConnectionBanner />
        <main className={classes.waiting}>
          {me.error && !me.isFetching ? (
            <ProblemNote error={me.error} retry={() => void me.refetch()} />
          ) : (
            <Loading label={words.shell.loading} />
          )}
        </main>
      </>
    );

  const { organization } = me.data;
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#content">
        {words.shell.skip}
      </a>
      <header className={classes.bar}>
        <ActionIcon
          className={classes.burger}
          variant="subtle"
          color="gray"
          aria-label={words.shell.openNavigation}
          onClick={() => setOpened('navigation')}
        >
          <Menu size={18} />
        </ActionIcon>
        <a className={classes.brand} href="/dashboard/" aria-label={words.shell.home}>
          <img src="/dashboard/favicon.svg" width="20" height="20" alt="" />
          <span>{words.shell.backstop}</span>
        </a>
        <span className={classes.organization}>
          <UntrustedText>{organization.name}</UntrustedText>
        </span>
        <UnstyledButton className={classes.find} onClick={() => setOpened('everything')}>
          <Search size={14} aria-hidden />
          <span>{words.shell.find}</span>
          <Kbd size="xs">Ctrl K</Kbd>
        </UnstyledButton>
        <ActionIcon
          className={classes.findIcon}
          variant="subtle"
          color="gray"
          aria-label={words.shell.find}
          onClick={() => setOpened('everything')}
        >
          <Search size={18} />
        </ActionIcon>
        <AccountButton me={me.data} showKeys={() => setOpened('keys')} />
      </header>
      <nav className={classes.side} aria-label={words.shell.pages}>
        <Navigation plan={organization.plan} />
      </nav>
      <div className={classes.column}>
        <ConnectionBanner />
        <SampleBanner email={me.data.user.email} />
        <main id="content" className={classes.content} tabIndex={-1}>
          {page?.plan && !includes(organization.plan, page.plan) ? (
            <PlanNeeded title={page.title} needed={page.plan} has={organization.plan} />
          ) : (
            <Suspense fallback={<Loading label={page?.title ?? words.shell.loadingPage} />}>
              <Outlet />
            </Suspense>
          )}
        </main>
      </div>
      <DeferredBar user={me.data.user.id} />
      {isExpired && <SignInAgain me={me.data} />}
      {opened === 'everything' && <Everything close={close} plan={organization.plan} />}
      {opened === 'keys' && <KeysHelp close={close} />}
      {opened === 'navigation' && <NavigationDrawer close={close} organization={organization} />}
    </div>
  );
}

interface PlanNeededProps {
  readonly title: string;
  readonly needed: Plan;
  readonly has: Plan;
}

function PlanNeeded({ title, needed, has }: PlanNeededProps) {
  return (
    <Empty title={words.planNeeded.title(title, needed)}>
      <p>
        {words.planNeeded.plan} {has}. <a href="/dashboard/usage">{words.planNeeded.plansLink}</a>{' '}
        {words.planNeeded.plansNote}
      </p>
    </Empty>
  );
}
