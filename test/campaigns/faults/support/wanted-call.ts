import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { callOn } from '../../../connectors/scenarios/support/performed.js';
import { given, type Subject } from '../../../connectors/subjects/subject.js';
import { lacksOf, type Place } from './places.js';

/** `sum` and `make` leave another state when they are made twice. */
export type Deed = 'sum' | 'make' | 'change' | 'remove';

/** A call that the service is to make, with the states of its thing before it and after it was made once. */
export interface Wanted {
  readonly trip: Trip;
  readonly before: unknown;
  readonly made: unknown;
}

/** The deeds that a subject can play, those first that show that a call was made twice. */
export function deedsAt(place: Place, subject: Subject): Deed[] {
  const lacks = lacksOf(place);
  return [
    ...(subject.newCounter ? ['sum' as const] : []),
    ...(subject.newAbsent && !('absent' in lacks) ? ['make' as const] : []),
    'change',
    ...('remove' in lacks ? [] : ['remove' as const]),
  ];
}

/** Prepares a call on a thing of its own; the same call on a like thing shows what it leaves. */
export async function wantedAt(subject: Subject, deed: Deed): Promise<Wanted> {
  const [trip, like] = [await tripOf(subject, deed), await tripOf(subject, deed)];
  const before = await trip.state();
  await like.act();
  return { trip, before, made: await like.state() };
}

async function tripOf(subject: Subject, deed: Deed): Promise<Trip> {
  switch (deed) {
    case 'sum':
      return (await given(subject.newCounter)()).change('5');
    case 'make':
      return (await given(subject.newAbsent)()).make();
    case 'change':
      return callOn(await subject.newThing());
    case 'remove':
      return given((await subject.newThing()).remove)();
    default:
      return deed satisfies never;
  }
}
