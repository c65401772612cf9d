import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Attention } from '../../api/attention';
import { Moment } from '../../ui/moment';
import { Section } from '../../ui/page';
import { StrangerText } from '../../ui/stranger-text';
import { DIRT_WORDS, startWords as words } from '../../words';
import { endingTokensQuery } from './api/tokens';
import { Line } from './line';
import classes from './start.module.css';

/** The share of the quota from which it is shown. */
const SHORT = 0.8;

const KINDS = { webhook: words.wrongPart.webhook, slack: 'Slack', email: 'E-mail' } as const;

/** Lists the present problems; each line links to the page that solves it. */
export function Wrong({ attention }: { attention: Attention }) {
  const { data: tokens = [] } = useQuery(endingTokensQuery);
  const lines = [
    ...sessionLines(attention),
    ...otherLines(attention),
    ...tokens.map(({ id, name, expiresAt }) => (
      <Line
        key={id}
        to="/preferences"
        title={<StrangerText>{words.tokenEnds(name)}</StrangerText>}
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
      <Line key="dirty" to="/sessions" search={{ dirty: 'true' }} title={words.dirty(dirty.count, dirty.isMore)} />
    ),
    ...dirty.newest.map(({ sessionId, agentId, intent, reasons, lastActivityAt }) => (
      <Line
        key={sessionId}
        to={`/sessions/${sessionId}`}
        title={
          <StrangerText>{`${agentId}: ${reasons.map(({ reason }) => DIRT_WORDS[reason]).join(', ')}`}</StrangerText>
        }
        more={<StrangerText>{intent.slice(0, 160)}</StrangerText>}
        at={<Moment at={lastActivityAt} />}
      />
    )),
    rollbackFailed.count > 0 && (
      <Line
        key="rollback-failed"
        to="/sessions"
        search={{ status: 'ROLLBACK_FAILED' }}
        title={words.rollbackFailed(rollbackFailed.count, rollbackFailed.isMore)}
      />
    ),
    drifted.count > 0 && (
      <Line
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
      <Line
        key={connector}
        to="/connectors"
        search={{ open: connector, selected: connector }}
        title={words.connector(connector)}
        more={detail && <StrangerText>{detail}</StrangerText>}
        at={<Moment at={checkedAt} />}
      />
    )),
    ...receivers.map(({ id, kind, description, isDisabled, failingSince }) => (
      <Line
        key={id}
        to={`/settings/webhooks/${id}`}
        title={words.receiver(KINDS[kind], isDisabled)}
        more={description && <StrangerText>{description}</StrangerText>}
        at={failingSince && <Moment at={failingSince} />}
      />
    )),
    ...pausedAgents.map(({ agentId, name }) => (
      <Line
        key={agentId}
        to="/agents"
        search={{ status: 'PAUSED' }}
        title={<StrangerText>{words.paused(name)}</StrangerText>}
      />
    )),
    usage.actions >= usage.limit * SHORT && (
      <Line key="quota" to="/usage" title={words.quota(usage.actions, usage.limit)} />
    ),
  ].filter(Boolean);
}
