import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Attention } from '../../api/attention';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { UntrustedText } from '../../ui/untrusted-text';
import { DIRT_WORDS, startWords as words } from '../../words';
import { endingTokensQuery } from './api';
import classes from './start.module.css';
import { StartRow } from './start-row';

/** The share of the quota from which it is shown. */
const SHORT = 0.8;

const KINDS = { webhook: words.wrongPart.webhook, slack: 'Slack', email: 'E-mail' } as const;

/** Lists the present problems; each line links to the page that solves it. */
export function CurrentProblems({ attention }: { attention: Attention }) {
  const { data: tokens = [] } = useQuery(endingTokensQuery);
  const lines = [
    ...sessionLines(attention),
    ...otherLines(attention),
    ...tokens.map(({ id, name, expiresAt }) => (
      <StartRow
        key={id}
        to="/preferences"
        title={<UntrustedText>{words.tokenEnds(name)}</UntrustedText>}
        at={<Moment at={expiresAt} isEnd />}
      />
    )),
  ];
  return (
    <Section title={words.wrong}>
      {lines.length === 0 ? (
        <p className={classes.none}>{words.nothingWrong}</p>
      ) : (
        <ul className={classes.list}>{lines}</ul>
      )}
    </Section>
  );
}

function sessionLines({ sessions: { dirty, rollbackFailed, drifted } }: Attention): ReactNode[] {
  return [
    dirty.count > 0 && (
      <StartRow key="dirty" to="/sessions" search={{ dirty: 'true' }} title={words.dirty(dirty.count, dirty.isMore)} />
    ),
    ...dirty.newest.map(({ sessionId, agentId, intent, reasons, lastActivityAt }) => (
      <StartRow
        key={sessionId}
        to={`/sessions/${sessionId}`}
        title={
          <UntrustedText>{`${agentId}: ${reasons.map(({ reason }) => DIRT_WORDS[reason]).join(', ')}`}</UntrustedText>
        }
        more={<UntrustedText>{intent.slice(0, 160)}</UntrustedText>}
        at={<Moment at={lastActivityAt} />}
      />
    )),
    rollbackFailed.count > 0 && (
      <StartRow
        key="rollback-failed"
        to="/sessions"
        search={{ status: 'ROLLBACK_FAILED' }}
        title={words.rollbackFailed(rollbackFailed.count, rollbackFailed.isMore)}
      />
    ),
    drifted.count > 0 && (
      <StartRow
        key="drifted"
        to="/sessions"
        search={{ drift: 'DRIFTED', since: '7d' }}
        title={words.drifted(drifted.count, drifted.isMore, drifted.days)}
      />
    ),
  ].filter(Boolean);
}

function otherLines({ connectors, receivers, pausedAgents, usage }: Attention): ReactNode[] {
  return [
    ...connectors.map(({ connector, detail, checkedAt }) => (
      <StartRow
        key={connector}
        to="/connectors"
        search={{ open: connector, selected: connector }}
        title={words.connector(connector)}
        more={detail && <UntrustedText>{detail}</UntrustedText>}
        at={<Moment at={checkedAt} />}
      />
    )),
    ...receivers.map(({ id, kind, description, isDisabled, failingSince }) => (
      <StartRow
        key={id}
        to={`/settings/webhooks/${id}`}
        title={words.receiver(KINDS[kind], isDisabled)}
        more={description && <UntrustedText>{description}</UntrustedText>}
        at={failingSince && <Moment at={failingSince} />}
      />
    )),
    ...pausedAgents.map(({ agentId, name }) => (
      <StartRow
        key={agentId}
        to="/agents"
        search={{ status: 'PAUSED' }}
        title={<UntrustedText>{words.paused(name)}</UntrustedText>}
      />
    )),
    usage.actions >= usage.limit * SHORT && (
      <StartRow key="quota" to="/usage" title={words.quota(usage.actions, usage.limit)} />
    ),
  ].filter(Boolean);
}
