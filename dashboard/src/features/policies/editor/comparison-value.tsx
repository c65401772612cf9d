import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { policyWords as words } from '../../../words';
import { isSequence } from '../draft/fields';
import type { ComparisonRow } from '../draft/rows';
import { isList, kindOf, readValue, takenFor } from '../draft/value';
import classes from './editor.module.css';

interface ComparisonValueProps {
  readonly row: ComparisonRow;
  readonly number: number;
  readonly wrong: string | undefined;
  readonly set: (text: string) => void;
}

/** The value of a comparison, typed as its operator takes it. */
export function ComparisonValue({ row: { field, operator, value }, number, wrong, set }: ComparisonValueProps) {
  const label = words.comparisonRow.value(number);
  if (operator === 'exists')
    return (
      <NativeSelect
        aria-label={label}
        value={value === 'false' ? 'false' : 'true'}
        data={[
          { value: 'true', label: words.comparisonRow.present },
          { value: 'false', label: words.comparisonRow.missing },
        ]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (isList(operator))
    return (
      <Textarea
        className={classes.mono}
        aria-label={label}
        placeholder={exampleOf(field, kindOf(operator) === 'texts')}
        autosize
        minRows={2}
        maxRows={8}
        value={value}
        error={wrong}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  const read = readValue(operator, value);
  const isFree = kindOf(operator) === 'json';
  return (
    <TextInput
      className={classes.mono}
      aria-label={label}
      value={value}
      error={wrong}
      description={isFree && 'value' in read ? takenFor(read.value) : undefined}
      inputWrapperOrder={['input', 'error', 'description']}
      onChange={(event) => set(event.currentTarget.value)}
      autoComplete="off"
    />
  );
}

function exampleOf(field: string, isPattern: boolean): string {
  if (isSequence(field)) return words.comparisonRow.namePerLine;
  return isPattern ? words.comparisonRow.patternPerLine : words.comparisonRow.onePerLine;
}
