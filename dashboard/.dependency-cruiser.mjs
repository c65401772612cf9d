/** Which way the arrows go: the app composes features, and features share what stands below all of them. */
const SHARED = '^src/(ui|keyboard|preferences|api)/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'features-do-not-meet',
      comment: 'what two features need belongs into ui, keyboard, preferences or api',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/(?!$1/)' },
    },
    {
      name: 'only-main-knows-the-app',
      severity: 'error',
      from: { pathNot: '^src/(app/|main\\.tsx$)' },
      to: { path: '^src/app/' },
    },
    {
      name: 'what-is-shared-knows-no-feature',
      severity: 'error',
      from: { path: SHARED },
      to: { path: '^src/features/' },
    },
    {
      name: 'the-wire-knows-no-component',
      severity: 'error',
      from: { path: '^src/api/' },
      to: { path: '^src/(ui|keyboard|preferences)/|node_modules/@mantine/' },
    },
    {
      name: 'the-dashboard-knows-http-alone',
      comment:
        'it speaks the public interface, by the types that the SDK has from openapi.json; the tables of the contract, the verifier of the audit and the marks of hidden characters are one text for the service and the page',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^\\.\\./(src|sdk|test|scripts)/',
        pathNot: '^\\.\\./(src/(contract/.+|audit/verifier|platform/reveal/reveal)|sdk/src/wire/openapi)\\.ts$',
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(spec\\.ts|css)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types'],
      extensions: ['.ts', '.tsx', '.js'],
    },
  },
};
