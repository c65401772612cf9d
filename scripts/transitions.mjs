// Draws the permitted transitions of actions/rules/transition.ts into docs/architecture.md; with --check, fails if the
// picture there differs.
import { readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

const PAGE = 'docs/architecture.md';
const [BEGIN, END] = ['<!-- transitions: npm run generate -- transitions -->', '<!-- end of transitions -->'];

const bundle = await rolldown({
  input: { transition: 'src/actions/rules/transition.ts', action: 'src/actions/rules/action.ts' },
});
const { output } = await bundle.generate({ format: 'esm', chunkFileNames: '[name].js' });
await bundle.close();
const { transition } = await load('transition.js');
const { ACTION_STATUSES } = await load('action.js');

/** Imports between the files are inlined, so that each file is a module of its own. */
async function load(name) {
  const chunks = new Map(output.map(({ fileName, code }) => [fileName, code]));
  const urlOf = (fileName) => {
    const code = chunks
      .get(fileName)
      .replaceAll(/from "\.\/([^"]+)"/g, (_, other) => `from ${JSON.stringify(urlOf(other))}`);
    return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  };
  return import(urlOf(name));
}

const NOW = new Date(0);
const LATER = new Date(1);
const BOTH = [false, true];
const VERDICTS = ['ALLOW', 'REQUIRE_APPROVAL', 'BLOCK'];
const OPEN = { status: 'ACTIVE', isRolled: false };
const SESSIONS = [OPEN, { ...OPEN, status: 'COMPLETED' }, { ...OPEN, isRolled: true }];

const READ = [{ happened: true }, { happened: false }, ...BOTH.map((isAsLeft) => ({ happened: 'unknown', isAsLeft }))];

const newCall = { status: null, isRead: false, session: OPEN, snapshot: 'none', isGranted: false, isQuotaLeft: true };
const actionsIn = (status) =>
  SESSIONS.flatMap((session) =>
    [
      ...[NOW, LATER].map((expiresAt) => ({ status: 'PENDING', expiresAt, permitsAt: NOW, usableUntil: null })),
      ...[NOW, LATER].map((usableUntil) => ({ status: 'APPROVED', expiresAt: LATER, permitsAt: null, usableUntil })),
    ].map((approval) => ({
      ...{ status, isRead: false, session, violation: null, payloadHash: '', isEdited: false, isRefused: false },
      ...{ takenBack: null, hasBegun: false, approval },
    })),
  );
const judged = VERDICTS.map((verdict) => ({ verdict, hasApprovals: true, isPaused: false }));
const onCalls = judged.flatMap((one) => [
  { ...one, type: 'ask', wantsApproval: false },
  ...['SUCCESS', 'FAILED'].map((outcome) => ({ ...one, type: 'report', outcome, isUngated: false, isRefused: false })),
]);
const onActions = [
  ...ACTION_STATUSES.flatMap((outcome) =>
    BOTH.map((isPaused) => ({ type: 'confirm', outcome, ranHash: null, isRefused: null, isPaused })),
  ),
  { type: 'approve', shownHash: null, isPaused: false, edit: null },
  { type: 'permit', isPaused: false, hasApprovals: true },
  ...[
    'reject',
    'expire',
    'withdraw',
    'give-up',
    'revoke',
    'lapse',
    'undone',
    'undo-failed',
    'take-back',
    'ask-again',
    'reapplied',
    'overdue',
  ].map((type) => ({
    type,
  })),
  ...['SUCCESS', 'FAILED', 'UNKNOWN'].map((outcome) => ({ type: 'perform', outcome, isRefused: false })),
  ...READ.map((outcome) => ({ type: 'probe', outcome })),
];
const edges = new Map();
function draw(state, command) {
  const { status, violation } = transition(state, command, NOW);
  if (status === null || status === state.status) return;
  const edge = `${state.status ?? '[*]'} --> ${status}`;
  const commands = edges.get(edge) ?? edges.set(edge, new Map()).get(edge);
  commands.set(command.type, (commands.get(command.type) ?? true) && violation !== null);
}
for (const command of onCalls) draw(newCall, command);
for (const status of ACTION_STATUSES)
  for (const state of actionsIn(status))
    for (const command of onActions) {
      const isPerformed = ['perform', 'take-back', 'ask-again'].includes(command.type);
      // A person is asked again about what one has approved.
      const approval = { ...state.approval, ...(command.type === 'ask-again' && { status: 'APPROVED' }) };
      draw({ ...state, isPerformed, approval, claim: command.type === 'overdue' ? '' : null }, command);
    }

const lines = [...edges].map(([edge, commands]) => {
  const labels = [...commands].map(([type, isViolation]) => (isViolation ? `${type} (violation)` : type));
  return `    ${edge}: ${labels.join(', ')}`;
});
const picture = [BEGIN, '', '```mermaid', 'stateDiagram-v2', ...lines, '```', '', END].join('\n');

const page = readFileSync(PAGE, 'utf8');
const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
if (from < 0 || to < from) throw new Error(`${PAGE} has no place for the picture, from ${BEGIN} to ${END}.`);
const drawn = page.slice(0, from) + picture + page.slice(to + END.length);
if (!process.argv.includes('--check')) writeFileSync(PAGE, drawn);
else if (drawn !== page) {
  console.error(`The picture of the transitions in ${PAGE} is old. Run "npm run generate -- transitions".`);
  process.exit(1);
}
