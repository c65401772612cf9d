import type { Json } from '../../json.js';
import { type KnownServer, ToolError, UncapturableError, type UseTool } from './known-server.js';
import { realPath } from './real-path.js';

const LARGEST_BYTES = 1024 * 1024;
const ABSENT = /ENOENT|does not exist/;
const PATHS = ['path', 'source', 'destination'];

/** The server @modelcontextprotocol/server-filesystem. It has no tool that deletes. */
export const filesystem: KnownServer = {
  id: 'filesystem',
  serverName: 'secure-filesystem-server',
  reads: new Set([
    ...['read_file', 'read_text_file', 'read_media_file', 'read_multiple_files', 'list_directory'],
    ...['list_directory_with_sizes', 'directory_tree', 'search_files', 'get_file_info', 'list_allowed_directories'],
  ]),
  operations: { write_file: 'UPDATE', edit_file: 'UPDATE', move_file: 'UPDATE', create_directory: 'CREATE' },

  async canonical(args, read) {
    const named = PATHS.filter((name) => typeof args[name] === 'string');
    if (named.length === 0) return args;
    const directories = await allowedDirectories(read);
    const paths = named.map(async (name) => [name, await realPath(String(args[name]), directories)] as const);
    return { ...args, ...Object.fromEntries(await Promise.all(paths)) };
  },

  resources({ tool, args: { path, source, destination } }) {
    if (tool === 'move_file') return [String(source), String(destination)];
    return tool === 'write_file' || tool === 'edit_file' || tool === 'create_directory' ? [String(path)] : null;
  },

  async capture(paths, read) {
    const state: Record<string, Json> = {};
    for (const path of paths) state[path] = await nodeAt(path, read);
    return state;
  },

  undo(tool, before, _left, { actionId, trash }) {
    const [path = '', destination] = Object.keys(before);
    if (tool === 'move_file') return [{ tool, args: { source: destination, destination: path } }];
    const node = before[path];
    if (isFile(node)) return [{ tool: 'write_file', args: { path, content: node.content } }];
    if (trash === null) return `${path} did not exist before, and the server has no tool that deletes. Name a --trash.`;
    const name = path.split(/[/\\]/).at(-1);
    return [{ tool: 'move_file', args: { source: path, destination: `${trash}/${actionId}-${name}` } }];
  },
};

/** Returns the directories in the server's own order, in which it resolves a path that is not absolute. */
async function allowedDirectories(read: UseTool): Promise<readonly string[]> {
  const { structuredContent } = await read({ tool: 'list_allowed_directories', args: {} });
  const text = String((structuredContent as { content?: unknown } | undefined)?.content ?? '');
  return text.split('\n').slice(1);
}

async function nodeAt(path: string, read: UseTool): Promise<Json> {
  const info = await unlessAbsent(read({ tool: 'get_file_info', args: { path } }));
  if (info === null) return null;
  if (/^isDirectory: true$/m.test(info)) {
    const listed = await unlessAbsent(read({ tool: 'list_directory', args: { path } }));
    return { entries: (listed ?? '').split('\n').filter(Boolean) };
  }
  const size = Number(/^size: (\d+)$/m.exec(info)?.[1]);
  if (!(size <= LARGEST_BYTES)) throw new UncapturableError(`${path} is larger than ${LARGEST_BYTES} bytes`);
  const content = await unlessAbsent(read({ tool: 'read_text_file', args: { path } }));
  if (content === null) return null;
  // The server reads and writes text; bytes that are none do not survive it.
  if (Buffer.byteLength(content) !== size || content.includes('\uFFFD')) {
    throw new UncapturableError(`${path} does not hold text`);
  }
  return { content };
}

async function unlessAbsent(reading: ReturnType<UseTool>): Promise<string | null> {
  try {
    const { structuredContent } = await reading;
    return String((structuredContent as { content?: unknown } | undefined)?.content ?? '');
  } catch (error) {
    if (error instanceof ToolError && ABSENT.test(error.message)) return null;
    throw new UncapturableError(error instanceof Error ? error.message : String(error));
  }
}

function isFile(node: Json | undefined): node is { content: string } {
  return typeof node === 'object' && node !== null && 'content' in node;
}
