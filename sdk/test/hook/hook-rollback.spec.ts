import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newHarness } from '../support/hook.js';

describe('backstop-hook rollback', () => {
  it('puts files back, the last change first, and removes those that were not there', async () => {
    const harness = await newHarness();
    const added = join(harness.project, 'src', 'new.ts');
    await harness.write(harness.file, 'first\n');
    await harness.write(added, 'new\n');
    await harness.write(harness.file, 'second\n');
    const plan = await harness.rollback(['--plan']);
    expect(plan.output.match(/ROLLED_BACK/g)).toHaveLength(3);
    expect(harness.read()).toBe('second\n');
    const undone = await harness.rollback();
    expect(undone.code).toBe(0);
    expect(undone.output.match(/ROLLED_BACK/g)).toHaveLength(3);
    expect([harness.read(), existsSync(added)]).toEqual(['as it was\n', false]);
    const restores = (await harness.actions()).filter(
      ({ apiName }: { apiName: string }) => apiName === 'claude-code.Restore',
    );
    expect(restores).toMatchObject([
      { status: 'SUCCESS', payload: { file_path: harness.file } },
      { status: 'SUCCESS', payload: { file_path: added } },
      { status: 'SUCCESS', payload: { file_path: harness.file } },
    ]);
    expect(await harness.rollback()).toMatchObject({ code: 0, output: expect.not.stringContaining('ROLLED_BACK') });
  });

  it('leaves a file alone that a person changed since, and everything that the file had before', async () => {
    const harness = await newHarness();
    await harness.write(harness.file, 'first\n');
    await harness.write(harness.file, 'second\n');
    writeFileSync(harness.file, 'second, and mine\n');
    const { code, output } = await harness.rollback();
    expect(code).toBe(1);
    expect(output.match(/CONFLICT: It was changed after the call/g)).toHaveLength(2);
    expect(harness.read()).toBe('second, and mine\n');
  });

  it('leaves a file alone that a person changed between the question and the call', async () => {
    const harness = await newHarness();
    const edit = { file_path: harness.file, old_string: 'it', new_string: 'she' };
    const ask = async () => (await harness.ask('Edit', edit)).id;
    const first = await ask();
    writeFileSync(harness.file, 'as it was, and mine\n');
    writeFileSync(harness.file, 'as she was, and mine\n');
    await harness.end('Edit', edit, first, { filePath: harness.file, originalFile: 'as it was, and mine\n' });
    expect((await harness.rollback()).output).toContain(
      'IRREVERSIBLE: It was not kept: it was changed before the call ran.',
    );
    expect(harness.read()).toBe('as she was, and mine\n');
    const second = await ask();
    writeFileSync(harness.file, 'as she is\n');
    await harness.end('Edit', edit, second, { filePath: harness.file, originalFile: 'as she was, and mine\n' });
    expect((await harness.rollback()).output).toContain('ROLLED_BACK');
    expect(harness.read()).toBe('as she was, and mine\n');
  });

  it('leaves a file alone whose path leads elsewhere now', async () => {
    const harness = await newHarness();
    const [inside, outside] = [join(harness.project, 'a'), join(harness.home, 'outside')];
    await harness.write(join(inside, 'x'), 'agent\n');
    renameSync(inside, outside);
    symlinkSync(outside, inside);
    expect((await harness.rollback()).output).toContain('CONFLICT: The path leads elsewhere now.');
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('agent\n');
    await harness.write(harness.file, 'agent\n');
    rmSync(harness.file);
    symlinkSync(join(outside, 'x'), harness.file);
    expect((await harness.rollback()).output).toContain('CONFLICT: The path leads elsewhere now.');
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('agent\n');
  });

  it('writes through a symbolic link what the tool wrote through it', async () => {
    const harness = await newHarness();
    const link = join(harness.project, 'link');
    symlinkSync(harness.file, link);
    await harness.write(link, 'through\n');
    expect(harness.read()).toBe('through\n');
    expect((await harness.rollback()).code).toBe(0);
    expect([harness.read(), statSync(link).isFile()]).toEqual(['as it was\n', true]);
  });

  it('says what it cannot undo: shell commands, and calls whose end it did not see', async () => {
    const harness = await newHarness();
    await harness.call('Bash', { command: 'rm -r build' }, () => undefined);
    await harness.ask('Write', { file_path: harness.file, content: 'half' });
    writeFileSync(harness.file, 'half');
    const { code, output } = await harness.rollback();
    expect(code).toBe(1);
    expect(output).toContain('UNKNOWN: The hook did not see the end of the call');
    expect(output).toContain(
      'IRREVERSIBLE: Only the files of edits are kept; look after this one yourself: {"command":"rm -r build"}',
    );
    expect(harness.read()).toBe('half');
  });

  it('is asked for, and a policy can forbid it', async () => {
    const harness = await newHarness();
    await harness.write(harness.file, 'agent\n');
    await harness.policy('claude-code.Restore', 'BLOCK');
    expect((await harness.rollback()).output).toContain('ROLLBACK_FAILED: Blocked by policy: Ask Ada.');
    expect(harness.read()).toBe('agent\n');
  });

  it('needs the service, or the word of the person that it does not', async () => {
    const harness = await newHarness();
    mkdirSync(join(harness.project, 'd'));
    await harness.write(harness.file, 'agent\n');
    const env = { ...harness.env, BACKSTOP_URL: 'http://127.0.0.1:9' };
    Object.assign(harness.env, env);
    expect((await harness.rollback()).errors).toContain(
      'nothing was undone. With --offline, no approval is asked for.',
    );
    expect(harness.read()).toBe('agent\n');
    expect((await harness.rollback(['--offline', harness.session])).code).toBe(0);
    expect(harness.read()).toBe('as it was\n');
  });
});
