import type { Json } from '../../api/json';
import { cut } from '../../ui/cut';
import { JsonBlock } from '../../ui/json-block';
import { Moment } from '../../ui/moment';
import { StrangerText } from '../../ui/stranger-text';
import type { Policy } from './api/list';
import classes from './rule.module.css';
import { conditionWords } from './words';

const SHOWN = 400;

/** Shows a policy's rule in words. */
export function Rule({
  policy: { name, apiNamePattern, condition, reason, createdAt, updatedAt },
}: {
  policy: Policy;
}) {
  const words = conditionWords(condition);
  return (
    <dl className={classes.rule}>
      {name !== null && (
        <div>
          <dt>Calls</dt>
          <dd>
            <code>{apiNamePattern}</code>
          </dd>
        </div>
      )}
      <div>
        <dt>When</dt>
        <dd>
          <StrangerText>{cut(words, SHOWN)}</StrangerText>
          {condition !== null && (words.length > SHOWN || !('field' in condition)) && (
            <details>
              <summary>The condition as JSON</summary>
              <JsonBlock value={condition as unknown as Json} label="The condition" />
            </details>
          )}
        </dd>
      </div>
      <div>
        <dt>Reason</dt>
        <dd>{reason ? <StrangerText>{reason}</StrangerText> : 'No reason given.'}</dd>
      </div>
      <div>
        <dt>Since</dt>
        <dd>
          created <Moment at={createdAt} />, changed <Moment at={updatedAt} />
        </dd>
      </div>
    </dl>
  );
}
