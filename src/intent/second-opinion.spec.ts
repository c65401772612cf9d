import { FITTED_LEVELS, type IntentEvaluation } from './evaluator/evaluate.js';
import { withSecondOpinion } from './second-opinion.js';

const found: IntentEvaluation = {
  verdict: 'ALIGNED',
  driftScore: 0.1,
  scopeAdherence: 1,
  targetAdherence: 1,
  effectSeverity: 0.5,
  driftOnsetActionId: null,
  worstActionId: 'a',
  evaluator: 'deterministic-1',
};
const rest = { scopeAdherence: 1, targetAdherence: null, effectSeverity: 0.5 };
const scores = [
  { ...rest, actionId: 'a', sequence: 1, risk: 0.2, reasons: [{ code: 'rule', message: 'of a rule' }] },
  { ...rest, actionId: 'b', sequence: 2, risk: 0.1, reasons: [] },
];
const judging = (driftScore: number, ...risks: number[]) => ({
  model: 'm',
  judgement: {
    driftScore,
    actions: risks.map((risk, index) => ({ sequence: index + 1, risk, reason: `risk ${risk}` })),
  },
});

describe('a second opinion', () => {
  it('raises a risk, says why, and names where the drift began', () => {
    expect(withSecondOpinion(found, scores, judging(0.95, 0, 0.95), FITTED_LEVELS)).toEqual({
      ...found,
      verdict: 'DRIFTED',
      driftScore: 0.95,
      driftOnsetActionId: 'b',
      worstActionId: 'b',
      evaluator: 'deterministic-1+m',
      actions: [
        { ...rest, actionId: 'a', risk: 0.2, reasons: [{ code: 'rule', message: 'of a rule' }] },
        { ...rest, actionId: 'b', risk: 0.95, reasons: [{ code: 'model', message: 'risk 0.95' }] },
      ],
    });
  });

  it('never lowers one', () => {
    const drifted = { ...found, verdict: 'DRIFTED', driftScore: 0.9, driftOnsetActionId: 'b' } as const;
    expect(withSecondOpinion(drifted, scores, judging(0, 0, 0), FITTED_LEVELS)).toMatchObject({
      verdict: 'DRIFTED',
      driftScore: 0.9,
      driftOnsetActionId: 'b',
      actions: [{ risk: 0.2 }, { risk: 0.1 }],
    });
  });

  it('judges alone what the rules cannot read', () => {
    const unread = { ...found, verdict: 'INSUFFICIENT_EVIDENCE', driftScore: 0 } as const;
    expect(withSecondOpinion(unread, scores, judging(0, 0, 0), FITTED_LEVELS).verdict).toBe('ALIGNED');
    expect(withSecondOpinion(unread, scores, judging(1, 1, 0), FITTED_LEVELS)).toMatchObject({
      verdict: 'DRIFTED',
      driftOnsetActionId: 'a',
    });
  });
});
