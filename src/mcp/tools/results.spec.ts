import { REFUSAL_CODES } from '../../contract/refusals.js';
import { type ResultAction, refusedWith, resultOf } from './results.js';

const action = (more: Partial<ResultAction> = {}): ResultAction => ({
  id: '01',
  apiName: 'postgres.rows.update',
  status: 'SUCCESS',
  response: { rowCount: 1 },
  edited: null,
  refusal: null,
  approval: null,
  createdAt: '2026-11-30T12:00:00.000Z',
  updatedAt: '2026-11-30T12:00:01.000Z',
  ...more,
});
const resultFor = (more: Partial<ResultAction>) =>
  resultOf(action(more), 'https://backstop.example/dashboard/approvals');

describe('the result of a tool', () => {
  it('is the answer of the provider', () => {
    expect(resultFor({})).toEqual({
      content: [{ type: 'text', text: '{"rowCount":1}' }],
      structuredContent: { rowCount: 1 },
    });
    expect(resultFor({ response: [1] }).structuredContent).toEqual({ result: [1] });
  });

  it('is what a tool of an MCP server answered, as it is, after the words about an edit', () => {
    const content = [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }];
    const answered = { apiName: 'mcp.up.draw', response: { content, structuredContent: { a: 1 } } };
    expect(resultFor(answered)).toEqual({ content, structuredContent: { a: 1 } });
    const edited = { from: { a: 1 }, to: { a: 2 }, reason: null };
    expect(resultFor({ ...answered, edited }).content).toEqual([
      { type: 'text', text: expect.stringContaining('A person changed the arguments') },
      ...content,
    ]);
  });

  it('says that the call was undone, and not what it answered; an undo that failed left its answer', () => {
    expect(resultFor({ status: 'ROLLED_BACK' })).toEqual({
      content: [{ type: 'text', text: expect.stringContaining('was undone since') }],
      structuredContent: { status: 'ROLLED_BACK', actionId: '01' },
    });
    expect(resultFor({ status: 'ROLLBACK_FAILED' })).toEqual(resultFor({}));
  });

  it('names the action that waits for a person, and what to do', () => {
    const waiting = resultFor({ status: 'PENDING_APPROVAL', approval: { id: '02', expiresAt: null } });
    expect(waiting.isError).toBeUndefined();
    expect(waiting.content[0]?.text).toContain('Call backstop_wait with actionId 01');
    expect(waiting.content[0]?.text).toContain('Do not make the call again');
    expect(waiting.structuredContent).toEqual({
      status: 'PENDING_APPROVAL',
      actionId: '01',
      approvalId: '02',
      url: 'https://backstop.example/dashboard/approvals/02',
    });
  });

  it.each<[string, Partial<ResultAction>, object]>([
    [
      'a refusal',
      { status: 'REJECTED', refusal: { code: 'rejected', reason: 'No.' } },
      { code: 'rejected', reason: 'No.' },
    ],
    ['a failure', { status: 'FAILED', response: { refusal: { message: 'No such row.' } } }, { reason: 'No such row.' }],
    ['an outcome that is not known', { status: 'UNKNOWN' }, { code: 'unknown-outcome' }],
  ])('is an error for %s', (_, more, structured) => {
    expect(resultFor(more)).toMatchObject({ isError: true, structuredContent: { actionId: '01', ...structured } });
  });

  it('says what to do next for every code of a refusal', () => {
    const texts = REFUSAL_CODES.map((code) => String(refusedWith(code, null).content[0]?.text));
    expect(new Set(texts).size).toBe(REFUSAL_CODES.length);
    for (const text of texts) expect(text).toMatch(/^Refused \(\w+\)\. [A-Z].+\.$/);
  });
});
