import { missing, mustRunAll } from './test/support/needs.mjs';

const swc = [
  '@swc/jest',
  {
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
    },
    module: { type: 'es6' },
    sourceMaps: 'inline',
  },
];

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/sdk', '<rootDir>/packages', '<rootDir>/dashboard/src'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^#sql/(.*)$': '<rootDir>/packages/sql/src/$1',
    '^#double$': '<rootDir>/packages/double/src/double',
  },
  transform: { '^.+\\.ts$': swc },
  testPathIgnorePatterns: [
    '/node_modules/',
    // They need Chromium: npm run test:browser
    '<rootDir>/test/browser/',
    // They take long: npm run campaigns
    ...(process.env.CAMPAIGN_TIMES === undefined ? ['<rootDir>/test/campaigns/'] : []),
    ...(mustRunAll ? [] : missing.map(({ folder }) => `<rootDir>/${folder}/`)),
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/sdk/dist', '<rootDir>/packages/sql/dist'],
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/time-outs.ts', '<rootDir>/test/support/judged-answers.ts'],
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Many suites wait more than they compute.
  maxWorkers: 6,
  testSequencer: '<rootDir>/test/support/slow-first.mjs',
};
