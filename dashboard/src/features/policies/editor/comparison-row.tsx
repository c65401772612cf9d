import { ActionIcon, Autocomplete, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { CONDITION_OPERATORS } from '../../../../../src/contract/condition-operators.js';
import type { Row } from '../draft/draft';
import { type FieldGroup, isFact } from '../draft/fields';
import { isList, kindOf, readValue, takenFor } from '../draft/value';
import { OPERATOR_CHOICES, type Operator } from '../words';
import classes from './editor.module.css';

interface ComparisonRowProps {
  readonly row: Row;
  readonly number: number;
  readonly fields: readonly FieldGroup[];
  readonly wrongField: string | undefined;
  readonly wrongValue: string | undefined;
  readonly change: (changes: Partial<Row>) => void;
  readonly remove: () => void;
}

/** One comparison: a field, an operator and a value. */
export function ComparisonRow(props: ComparisonRowProps) {
  const { row, number, fields, wrongField, wrongValue, change, remove } = props;
  const { field, operator, value, matchesMissing, ignoresCase } = row;
  const isOrdered = kindOf(operator) === 'number';
  return (
    <fieldset className={classes.row} aria-label={`Comparison ${number}`}>
      <Autocomplete
        className={classes.mono}
        aria-label={`Field ${number}`}
        placeholder="target.table or payload.amount"
        data={[...fields]}
        limit={40}
        maxDropdownHeight={220}
        value={field}
        error={wrongField}
        onChange={(chosen) => change({ field: chosen, ...(isFact(chosen) && isOrdered && { operator: 'eq' }) })}
        autoComplete="off"
        spellCheck={false}
      />
      <NativeSelect
        aria-label={`Operator ${number}`}
        value={operator}
        data={OPERATOR_CHOICES}
        onChange={(event) => change({ operator: event.currentTarget.value as Operator })}
      />
      <Value row={row} number={number} wrong={wrongValue} set={(text) => change({ value: text })} />
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Remove comparison ${number}`} onClick={remove}>
        <X size={15} />
      </ActionIcon>
      {!(operator === 'exists' && value === 'false') && (
        <Checkbox
          className={classes.missing}
          size="xs"
          label="Also when the field is missing"
          checked={matchesMissing}
          onChange={(event) => change({ matchesMissing: event.currentTarget.checked })}
        />
      )}
      {CONDITION_OPERATORS[operator].foldsCase && (
        <Checkbox
          className={classes.missing}
          size="xs"
          label="Ignore case"
          checked={ignoresCase}
          onChange={(event) => change({ ignoresCase: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  );
}

interface ValueProps {
  readonly row: Row;
  readonly number: number;
  readonly wrong: string | undefined;
  readonly set: (text: string) => void;
}

function Value({ row: { operator, value }, number, wrong, set }: ValueProps) {
  const label = `Value ${number}`;
  if (operator === 'exists')
    return (
      <NativeSelect
        aria-label={label}
        value={value === 'false' ? 'false' : 'true'}
        data={[
          { value: 'true', label: 'yes' },
          { value: 'false', label: 'no, it is missing' },
        ]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (isList(operator))
    return (
      <Textarea
        className={classes.mono}
        aria-label={label}
        placeholder={kindOf(operator) === 'texts' ? '*@example.com, one a line' : 'one a line'}
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
