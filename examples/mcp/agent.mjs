// An MCP client that reaches the official filesystem server through backstop-mcp. Run it with BACKSTOP_URL and
// BACKSTOP_API_KEY. In a desktop client the same is: { "command": "npx", "args": ["backstop-mcp", "--no-hold", "--", …] }
import { mkdtemp, readFile, realpath, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const packages = createRequire(import.meta.url);
const programOf = (name, file) => join(dirname(packages.resolve(`${name}/package.json`)), file);
const proxy = programOf('@backstop/sdk', 'dist/esm/mcp/main.js');
const server = programOf('@modelcontextprotocol/server-filesystem', 'dist/index.js');

const directory = await realpath(await mkdtemp(join(tmpdir(), 'backstop-example-')));
const notes = join(directory, 'notes.txt');
const payroll = join(directory, 'payroll.txt');
for (const file of [notes, payroll]) await writeFile(file, 'as it was');

const client = new Client({ name: 'example', version: '1' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [proxy, '--no-hold', '--intent', 'Take notes', '--', process.execPath, server, directory],
    env: process.env,
    stderr: 'ignore',
  }),
);
for (const path of [notes, payroll]) {
  const result = await client.callTool({ name: 'write_file', arguments: { path, content: 'written by an agent' } });
  console.log(`the model is told: ${result.content[0].text.replaceAll(directory, '')}`);
}
await client.close();
for (const file of [notes, payroll]) console.log(`${file.slice(directory.length)}: ${await readFile(file, 'utf8')}`);
