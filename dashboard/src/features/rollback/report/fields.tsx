import { shown } from '../../../ui/reveal';
import { Tag, type Tone } from '../../../ui/tag';
import { UntrustedText } from '../../../ui/untrusted-text';
import { rollbackWords as words } from '../../../words';
import type { Result } from '../shown';
import classes from './report.module.css';

type Items = NonNullable<Result['items']>;
type FieldResult = Items[number]['fields'][number]['result'];

const WORDS: Readonly<Record<FieldResult, readonly [string, Tone]>> = {
  restored: [words.fields.restored, 'good'],
  'already-restored': [words.fields.unchanged, 'quiet'],
  conflict: [words.fields.conflict, 'warning'],
  forced: [words.fields.overwritten, 'accent'],
  untouched: [words.fields.leftAlone, 'quiet'],
};

const COLUMNS: readonly (readonly ['before' | 'after' | 'now', string])[] = [
  ['before', words.fields.before],
  ['after', words.fields.agent],
  ['now', words.fields.now],
];

/** The columns of a revert: the values that the undo found, and those it left. */
const COLUMNS_OF_REVERT: typeof COLUMNS = [
  ['before', words.fields.beforeRollback],
  ['after', words.fields.rollback],
  ['now', words.fields.now],
];

/** Lists each field that an undo looked at: its value before the call, after it, and at the undo. */
export function Fields({ items, isRevert = false }: { items: Items; isRevert?: boolean }) {
  const columns = isRevert ? COLUMNS_OF_REVERT : COLUMNS;
  return items.map(({ resource, formerly, fields }) => (
    <div key={resource} className={classes.item}>
      <p className={classes.resource}>
        <UntrustedText>{resource}</UntrustedText>
        {formerly && (
          <>
            {words.fields.formerly} <UntrustedText>{formerly}</UntrustedText>
          </>
        )}
      </p>
      {fields.length > 0 && (
        <table className={classes.fields}>
          <thead>
            <tr>
              <th scope="col">{words.fields.field}</th>
              {columns.map(([, title]) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
              <th scope="col">{words.fields.result}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.field} className={field.result === 'conflict' ? classes.conflictRow : undefined}>
                <th scope="row">
                  <UntrustedText>{field.field}</UntrustedText>
                </th>
                {columns.map(([name, title]) => (
                  <td key={name} data-label={title}>
                    <Value value={field[name]} />
                  </td>
                ))}
                <td data-label={words.fields.result}>
                  <Tag tone={WORDS[field.result][1]}>{WORDS[field.result][0]}</Tag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  ));
}

const SHOWN_OF_VALUE = 600;

function Value({ value }: { value: Items[number]['fields'][number]['now'] }) {
  const text = shown(value);
  if (text === '') return <span className={classes.absent}>{words.fields.absent}</span>;
  return (
    <code>
      <UntrustedText revealed>
        {text.length > SHOWN_OF_VALUE ? `${text.slice(0, SHOWN_OF_VALUE)}…` : text}
      </UntrustedText>
    </code>
  );
}
