import type { Answer } from '../../../support/client.js';
import fc from '../../../support/properties.js';
import { type Kind, pick } from './command.js';
import type { Real } from './real.js';
import { forget, NOT_FOUND, refused } from './state.js';
import { rollBack, rollBackOne, type Undone } from './undo.js';

const drawn = fc.nat(999);

/** Another client writes to the row that the agent has changed. */
export const changeKind: Kind<number> = {
  name: 'change by others',
  args: drawn,
  fits: ({ actions }) => actions.some(({ note, status }) => note?.ran && status === 'SUCCESS'),
  walk: async (state, real, number) => {
    const notes = state.actions.filter(({ note, status }) => note?.ran && status === 'SUCCESS');
    const action = notes[pick(number, notes.length)];
    if (action?.note) action.note.changedByOthers = true;
    await real.ground.notes?.set(action?.amount ?? 0, 'other');
    return { status: 200 };
  },
};

export const rollBackKind: Kind<'agent' | 'operator'> = {
  name: 'roll back',
  args: fc.constantFrom('agent', 'operator'),
  walk: async (state, real, by) => {
    const expected = rollBack(state, by);
    return undone(real, expected, await real[by].post(`${real.path}/rollback`));
  },
};

export const rollBackOneKind: Kind<number> = {
  name: 'roll back one',
  args: drawn,
  fits: ({ actions }) => actions.length > 0,
  walk: async (state, real, number) => {
    const index = pick(number, state.actions.length);
    const expected = rollBackOne(state, index);
    return undone(real, expected, await real.operator.post(`${real.path}/actions/${real.actions[index]}/rollback`));
  },
};

function undone(real: Real, expected: Undone, answer: Answer): Undone {
  real.expect(answer, expected);
  if (expected.results)
    expect(answer.body.data.results).toEqual(
      expected.results.map(({ action, outcome }) =>
        expect.objectContaining({ actionId: real.actions[action], outcome }),
      ),
    );
  return expected;
}

export const purgeKind: Kind<null> = {
  name: 'purge',
  args: fc.constant(null),
  walk: async (state, real) => {
    const answer = await real.operator.delete(`${real.path}/purge`);
    const allowed = state.purged ? NOT_FOUND : { status: 200 };
    const expected = state.plan === 'FREE' ? refused(403, 'plan-required') : allowed;
    if (expected.status === 200) {
      forget(state);
      real.forget();
    }
    real.expect(answer, expected);
    return expected;
  },
};
