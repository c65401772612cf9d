import { useGroupName } from '../../../api/groups';
import type { Json } from '../../../api/json';
import { JsonBlock } from '../../../ui/json-block';
import { Section } from '../../../ui/page';
import { UntrustedText } from '../../../ui/untrusted-text';
import { policyWords as words } from '../../../words';
import type { Body } from '../draft/draft';
import { type Described, policySentences } from '../sentence';
import classes from './preview.module.css';

interface PreviewProps {
  /** Null if the draft has a fault. */
  readonly body: Body | null;
  readonly written: Described | null;
}

/** Shows the draft in plain words as far as it is written, and the JSON of it beside. */
export function Preview({ body, written }: PreviewProps) {
  const groupName = useGroupName();
  return (
    <Section title={words.preview.title} lead={words.preview.lead}>
      <div className={classes.both}>
        <div className={classes.sentences} role="status">
          {written &&
            policySentences(written, groupName).map((sentence) => (
              <p key={sentence}>
                <UntrustedText>{sentence}</UntrustedText>
              </p>
            ))}
        </div>
        {body ? (
          <JsonBlock value={body as unknown as Json} label={words.preview.json} />
        ) : (
          <p className={classes.none}>{words.preview.noJson}</p>
        )}
      </div>
    </Section>
  );
}
