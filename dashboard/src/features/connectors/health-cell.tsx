import { Moment } from '../../ui/moment';
import { UntrustedText } from '../../ui/untrusted-text';
import { connectorWords as words } from '../../words';
import { type Connector, stateOf } from './connectors';
import classes from './health-cell.module.css';
import { StateTag } from './state-tag';

interface HealthCellProps {
  readonly connector: Connector;
  /** The first answer has not come yet. */
  readonly isChecking: boolean;
}

/** Shows whether a connector works or, if it does not, its provider's answer. */
export function HealthCell({ connector, isChecking }: HealthCellProps) {
  const { credential, health } = connector;
  if (isChecking && credential) return <span className={classes.more}>{words.healthCell.checking}</span>;
  const checkedAt = health?.checkedAt ?? credential?.lastCheckedAt;
  return (
    <div className={classes.health}>
      <span>
        <StateTag state={stateOf(connector)} />
      </span>
      {credential && health?.detail && (
        <span className={classes.detail}>
          <UntrustedText>{health.detail}</UntrustedText>
        </span>
      )}
      {credential && checkedAt && (
        <span className={classes.more}>
          {words.healthCell.checked} <Moment at={checkedAt} />
          {health?.latencyMs != null && words.healthCell.latency(health.latencyMs.toLocaleString('en'))}
        </span>
      )}
    </div>
  );
}
