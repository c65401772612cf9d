import { Button } from '@mantine/core';
import { X } from 'lucide-react';
import { UntrustedText } from '../../../ui/untrusted-text';
import { sessionsWords as words } from '../../../words';
import type { Filters } from '../filters';

interface OriginChipsProps {
  readonly filters: Filters;
  readonly clear: (name: 'label' | 'toolCallId' | 'traceId') => void;
}

/** The filters that a link sets and no field shows, each with a button that takes it away. */
export function OriginChips({ filters, clear }: OriginChipsProps) {
  const set = (['label', 'toolCallId', 'traceId'] as const).filter((name) => filters[name] !== undefined);
  return set.map((name) => (
    <Button
      key={name}
      size="xs"
      variant="default"
      rightSection={<X size={12} aria-hidden />}
      aria-label={words.removeFilter(words.origin[name], filters[name] ?? '')}
      onClick={() => clear(name)}
    >
      {words.origin[name]}:&nbsp;<UntrustedText>{filters[name] ?? ''}</UntrustedText>
    </Button>
  ));
}
