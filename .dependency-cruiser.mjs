/** Which way the arrows go (docs/architecture.md): a module may import only the modules below it. */
const LAYERS = [
  ['admin', 'mcp', 'metrics', 'openapi'],
  ['agents'],
  ['rollback', 'events'],
  ['calls'],
  ['approvals', 'intent'],
  ['actions'],
  ['redaction'],
  ['policies', 'credentials', 'billing'],
  ['sessions', 'registry', 'dashboard'],
  ['isolation'],
  ['connectors'],
  ['auth'],
  ['audit'],
  ['platform'],
  ['config'],
  ['contract'],
];

const upward = LAYERS.flatMap((modules, layer) =>
  modules.map((module) => ({
    name: `${module}-looks-down`,
    comment: `src/${module} may import only what stands below it`,
    severity: 'error',
    from: { path: `^src/${module}/`, pathNot: '\\.(spec|testkit)\\.ts$' },
    to: {
      path: `^src/(${
        LAYERS.slice(0, layer + 1)
          .flat()
          .filter((other) => other !== module)
          .join('|') || 'nothing'
      })/`,
    },
  })),
);

/** The same for the SDK: modules are folders, and files beside them. `index.ts` stands above all of them. */
const SDK_LAYERS = [
  ['hook'],
  ['doctor', 'mcp', 'ai', 'langchain', 'openai-agents', 'testing'],
  ['tools'],
  ['backstop'],
  ['wrap'],
  ['connectors'],
  ['wrap-with'],
  ['session'],
  ['performing'],
  ['clients'],
  ['method-client'],
  ['wrapping'],
  ['asking'],
  ['outbox'],
  ['wire'],
  ['final-errors'],
  ['errors', 'json', 'command-line'],
];

const upwardInSdk = SDK_LAYERS.flatMap((modules, layer) =>
  modules.map((module) => ({
    name: `sdk-${module}-looks-down`,
    comment: `sdk/src/${module} may import only what stands below it`,
    severity: 'error',
    from: { path: `^sdk/src/${module}(/|\\.ts$)`, pathNot: '\\.spec\\.ts$' },
    to: {
      path: '^sdk/src/',
      pathNot: `^sdk/src/(${[module, ...SDK_LAYERS.slice(layer + 1).flat()].join('|')})(/|\\.ts$)`,
    },
  })),
);

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upward,
    ...upwardInSdk,
    {
      name: 'organizations-stand-below-sign-in',
      comment: 'src/auth/organizations knows no credential, src/auth/mailed-links no key and no provider',
      severity: 'error',
      from: { path: '^src/auth/(organizations|mailed-links)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/auth/(keys|oauth)/' },
    },
    {
      name: 'organizations-send-no-mail',
      severity: 'error',
      from: { path: '^src/auth/organizations/' },
      to: { path: '^src/auth/mailed-links/' },
    },
    {
      name: 'sdk-clients-stand-alone',
      comment: 'a client of the SDK is one folder, which knows no other client',
      severity: 'error',
      from: { path: '^sdk/src/clients/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^sdk/src/clients/[^/]+/', pathNot: '^sdk/src/clients/$1/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'through-the-front-door',
      comment: 'a module is seen through its service and its pure files; never its repository, entity or controller',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/(?!platform|$1)[^/]+/.+\\.(repository|entity|controller)\\.ts$' },
    },
    {
      name: 'answers-are-made-of-answers',
      comment: 'what a module takes and answers is read only where another module says what it takes and answers',
      severity: 'error',
      from: { path: '^src/([^/]+)/', pathNot: '^src/openapi/|\\.(spec|dto|controller)\\.ts$' },
      to: { path: '^src/(?!platform|$1)[^/]+/.+\\.dto\\.ts$' },
    },
    {
      name: 'pure-rules-import-nothing',
      comment: 'the rules of a domain know no framework, driver or clock; the two packages compute and do nothing else',
      severity: 'error',
      from: {
        path: '^src/(sessions/session|actions/rules/(action|transition|call-undo)|approvals/(approval|card/difference|card/hidden|grants/grant)|rollback/(rollback|signed)|calls/call|contract/.+|metrics/(metrics|days|policies/policy-statistics)|events/(event|delivery/schedule)|audit/(audit-entry|chain|verify-chain|parse-export|verifier)|policies/(policy|pattern|condition|matcher|facts/(compare|needs|budget)|history/(policy-events|simulation))|billing/(subscription|stripe-event|signature)|intent/(evaluator/.+|second-opinion|organization-intent|judge/judgement)|admin/archive/(leaving|part)|platform/http/input/strict-json|redaction/(kinds|known-values|redaction|path|kept-words))\\.ts$',
      },
      to: { dependencyTypes: ['npm', 'core'], pathNot: 'node_modules/(porter2|bloomfilter)/' },
    },
    {
      name: 'sql-is-read-by-pure-files',
      comment:
        'packages/sql is built into the service and into the SDK: it knows neither of them, no driver and no Node',
      severity: 'error',
      from: { path: '^packages/sql/', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^packages/sql/|node_modules/libpg-query/' },
    },
    {
      name: 'sql-takes-only-types-of-the-grammar',
      comment: 'each side loads the grammar when it needs it',
      severity: 'error',
      from: { path: '^packages/sql/', pathNot: '\\.spec\\.ts$' },
      to: { path: 'node_modules/libpg-query/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-double-is-made-of-rules',
      comment: 'packages/double is the service in memory: rules of the service and of the SDK, and no package',
      severity: 'error',
      from: { path: '^packages/double/' },
      to: { pathNot: '^packages/double/|^src/|^sdk/src/(testing|wire|json)', dependencyTypesNot: ['core'] },
    },
    {
      name: 'sql-has-a-reader',
      comment: 'the service or the SDK imports each file of packages/sql, or another file of it that they import',
      severity: 'error',
      from: {},
      module: { path: '^packages/sql/src/.+\\.ts$', numberOfDependentsLessThan: 1 },
    },
    {
      name: 'mysql-and-postgres-are-read-apart',
      severity: 'error',
      from: { path: '^packages/sql/src/(mysql|postgres)/' },
      to: { path: '^packages/sql/src/(mysql|postgres)/', pathNot: '^packages/sql/src/$1/' },
    },
    {
      name: 'a-transport-knows-no-provider',
      comment: 'a connector has its access and its transport as fields',
      severity: 'error',
      from: { path: '^src/connectors/transport/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^src/connectors/(?!transport|resource)[^/]+/' },
    },
    {
      name: 'the-service-does-not-know-the-sdk',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(spec|testkit)\\.ts$' },
      to: { path: '^(sdk|examples|test)/' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};
