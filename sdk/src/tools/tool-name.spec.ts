import { toolPath } from './tool-name.js';

it.each([
  ['refund', 'refund'],
  ['get-sum', 'get-sum'],
  ['files.read', 'files.read'],
  ['files/read all', 'files_read_all'],
  ['.x..y', '_.x._.y'],
  ['', '_'],
])('%j is known as %j', (name, path) => {
  expect(toolPath(name)).toBe(path);
  expect(`tools.${path}`).toMatch(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+$/);
});
