import type { Trip } from '../../../../src/connectors/connector.testkit.js';
import { callOn } from '../../../connectors/scenarios/support/performed.js';
import { given, type Subject } from '../../../connectors/subjects/subject.js';
import { lacksOf, type Place } from './places.js';

/** `sum` and `make` leave another state when they are made twice. */
export type Step = 'sum' | 'make' | 'change' | 'remove';

/** A call that the service is to make, with the states of its thing before it and after it was made once. */
export interface WantedCall {
  readonly trip: Trip;
  readonly before: unknown;
  readonly made: unknown;
}

/** The steps that a subject can play, those first that show that a call was made twice. */
export function stepsAt(place: Place, subject: Subject): Step[] {
  const lacks = lacksOf(place);
  return [
    ...(subject.newCounter ? ['sum' as const] : []),
    ...(subject.newAbsent && !('absent' in lacks) ? ['make' as const] : []),
    'change',
    ...('remove' in lacks ? [] : ['remove' as const]),
  ];
}

/** Prepares a call on a thing of its own; the same call on a like thing shows what it leaves. */
export async function prepareCall(subject: Subject, step: Step): Promise<WantedCall> {
  const [trip, like] = [await tripOf(subject, step), await tripOf(subject, step)];
  const before = await trip.state();
  await like.act();
  return { trip, before, made: await like.state() };
}

async function tripOf(subject: Subject, step: Step): Promise<Trip> {
  switch (step) {
    case 'sum':
      return (await given(subject.newCounter)()).change('5');
    case 'make':
      return (await given(subject.newAbsent)()).make();
    case 'change':
      return callOn(await subject.newThing());
    case 'remove':
      return given((await subject.newThing()).remove)();
    default:
      return step satisfies never;
  }
}
