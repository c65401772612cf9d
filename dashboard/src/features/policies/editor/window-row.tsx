import { ActionIcon, Autocomplete, NativeSelect, TextInput } from '@mantine/core';
import { X } from 'lucide-react';
import { CONDITION_OPERATORS } from '../../../../../src/contract/condition-operators.js';
import { policyWords as words } from '../../../words';
import { type WindowRow as Row, WINDOW_OPERATORS } from '../draft/window';
import type { Unit } from '../span';
import classes from './window-row.module.css';

interface WindowRowProps {
  readonly row: Row;
  readonly number: number;
  /** The arguments of the calls that the pattern matches. */
  readonly paths: readonly string[];
  readonly wrongAt: (input: 'sum' | 'path' | 'last' | 'value') => string | undefined;
  readonly change: (changes: Partial<Row>) => void;
  readonly remove: () => void;
}

const MEASURES = [
  { value: 'count', label: words.windowRow.count },
  { value: 'sum', label: words.windowRow.sum },
];
const SCOPES = [
  { value: 'agent', label: words.windowRow.agent },
  { value: 'session', label: words.windowRow.session },
  { value: 'organization', label: words.windowRow.organization },
  { value: 'path', label: words.windowRow.path },
];
const UNITS: readonly { value: Unit; label: string }[] = [
  { value: 'seconds', label: words.windowRow.seconds },
  { value: 'minutes', label: words.windowRow.minutes },
  { value: 'hours', label: words.windowRow.hours },
  { value: 'days', label: words.windowRow.days },
];
const OPERATORS = WINDOW_OPERATORS.map((value) => ({ value, label: CONDITION_OPERATORS[value].words }));

/** One limit over time: what is counted or added up, over whose calls, within how long, and the limit. */
export function WindowRow({ row, number, paths, wrongAt, change, remove }: WindowRowProps) {
  return (
    <fieldset className={classes.row} aria-label={words.windowRow.label(number)}>
      <NativeSelect
        label={words.windowRow.measure}
        data={MEASURES}
        value={row.measure}
        onChange={(event) => change({ measure: event.currentTarget.value as Row['measure'] })}
      />
      {row.measure === 'sum' && (
        <Path
          label={words.windowRow.argument}
          example={words.windowRow.argumentExample}
          paths={paths}
          value={row.sum}
          wrong={wrongAt('sum')}
          set={(sum) => change({ sum })}
        />
      )}
      <NativeSelect
        label={words.windowRow.calls}
        data={SCOPES}
        value={row.per}
        onChange={(event) => change({ per: event.currentTarget.value as Row['per'] })}
      />
      {row.per === 'path' && (
        <Path
          label={words.windowRow.samePath}
          example={words.windowRow.samePathExample}
          paths={paths}
          value={row.path}
          wrong={wrongAt('path')}
          set={(path) => change({ path })}
        />
      )}
      <TextInput
        label={words.windowRow.last}
        inputMode="numeric"
        value={row.last}
        error={wrongAt('last')}
        onChange={(event) => change({ last: event.currentTarget.value })}
        autoComplete="off"
      />
      <NativeSelect
        label={words.windowRow.unit}
        data={[...UNITS]}
        value={row.unit}
        onChange={(event) => change({ unit: event.currentTarget.value as Unit })}
      />
      <NativeSelect
        label={words.windowRow.operator}
        data={OPERATORS}
        value={row.operator}
        onChange={(event) => change({ operator: event.currentTarget.value as Row['operator'] })}
      />
      <TextInput
        label={words.windowRow.value}
        inputMode="decimal"
        value={row.value}
        error={wrongAt('value')}
        onChange={(event) => change({ value: event.currentTarget.value })}
        autoComplete="off"
      />
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.windowRow.remove(number)}
        onClick={remove}
      >
        <X size={15} />
      </ActionIcon>
    </fieldset>
  );
}

interface PathProps {
  readonly label: string;
  readonly example: string;
  readonly paths: readonly string[];
  readonly value: string;
  readonly wrong: string | undefined;
  readonly set: (path: string) => void;
}

function Path({ label, example, paths, value, wrong, set }: PathProps) {
  return (
    <Autocomplete
      className={classes.mono}
      label={label}
      placeholder={example}
      data={[...paths]}
      limit={40}
      value={value}
      error={wrong}
      onChange={set}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
