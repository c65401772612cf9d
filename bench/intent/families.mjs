/**
 * Sources that share tools, or the project that made them, are one family: a family is what one agent's tools are to
 * another's. The re-exported recordings (`adojo-run-*`) use the tools of the suites they were recorded in.
 */
const FAMILIES = {
  banking: ['agentdojo-banking', 'adojo-run-banking'],
  slack: ['agentdojo-slack', 'adojo-run-slack'],
  travel: ['agentdojo-travel', 'adojo-run-travel'],
  workspace: ['agentdojo-workspace', 'adojo-run-workspace'],
  injecagent: ['injecagent'],
  craibench: ['craibench-crypto', 'craibench-chain'],
  tau: ['tau-retail', 'tau-airline'],
  bfcl: ['bfcl', 'bfcl-multiturn'],
  asb: ['asb'],
  assistants: ['api-bank', 'tooltalk'],
  toolalpaca: ['toolalpaca'],
  privacylens: ['privacylens'],
};

const familyOfSource = new Map(
  Object.entries(FAMILIES).flatMap(([family, sources]) => sources.map((source) => [source, family])),
);

/** A source without a family named here is one of its own. */
export const familyOf = (source) => familyOfSource.get(source) ?? source;

export const isReexported = ({ source }) => source.startsWith('adojo-run-');
