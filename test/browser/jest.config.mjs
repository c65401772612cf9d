import { join } from 'node:path';
import root from '../../jest.config.mjs';

const rootDir = join(import.meta.dirname, '../..');

/** @type {import('jest').Config} */
export default {
  ...root,
  rootDir,
  roots: ['<rootDir>/test/browser'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Each suite has a Chromium of its own.
  maxWorkers: 2,
};
