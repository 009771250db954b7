import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { childHosts } from './children.ts';
import { brief, recordedSteps, threeSteps } from './crash-workflows.ts';
import { type TestBeds, waitOptions } from './test-bed.ts';

const never = new AbortController().signal;

export function takeoverContract(beds: TestBeds): void {
  const { open, folder: newFolder } = beds;
  const children = childHosts(beds);

  /** A child host that is stuck in the second step of a run. */
  const stuckChild = async () => {
    const folder = await newFolder();
    const id = randomUUID();
    const child = children.start(folder, 'there', { id, plot: 'stuck' });
    await vi.waitFor(async () => expect(await recordedSteps(folder)).toEqual(['first', 'second']), waitOptions);
    return { folder, id, child };
  };

  describe('while another process executes a run', () => {
    it('aborts its step there if it is cancelled here', async () => {
      const { folder, id, child } = await stuckChild();
      const { engine, announced } = await open([], folder, 'here');
      expect(await engine.cancel(id)).toBe(true);
      await vi.waitFor(
        async () => expect(await recordedSteps(folder)).toEqual(['first', 'second', 'aborted']),
        waitOptions,
      );
      child.send('stop');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(await engine.state(id)).toMatchObject({ status: 'cancelled', step: 'second' });
      expect(announced).toEqual([id]);
    });

    it('cancels it although that process is dead', async () => {
      const { folder, id, child } = await stuckChild();
      child.kill('SIGKILL');
      await once(child, 'exit');
      const { engine } = await open([], folder, 'here');
      expect(await engine.cancel(id)).toBe(true);
      expect(await engine.state(id)).toMatchObject({ status: 'cancelled', step: 'second' });
    });
  });

  describe('takes over from a host', () => {
    it('that was killed, with the step in progress, and repeats no finished one', async () => {
      const { folder, id, child } = await stuckChild();
      const { engine, settled, announced, expireLeases } = await open([threeSteps(folder, 'passing')], folder, 'here');
      const events = Array.fromAsync(engine.watch(id, never));
      child.kill('SIGKILL');
      await once(child, 'exit');
      await expireLeases();

      expect(await settled(id)).toMatchObject({ status: 'done', output: ['first', 'second', 'third'] });
      expect(await recordedSteps(folder)).toEqual(['first', 'second', 'second', 'third']);
      expect((await events).filter(({ type }) => type !== 'progress')).toEqual([
        { type: 'text', text: 'begun' },
        { type: 'end' },
      ]);
      await vi.waitFor(() => expect(announced).toEqual([id]), waitOptions);
    });

    it('that was suspended; when it resumes, it aborts its step, whose result is ignored', async () => {
      const { folder, id, child } = await stuckChild();
      child.kill('SIGSTOP');
      const { engine, settled, announced, expireLeases } = await open([threeSteps(folder, 'passing')], folder, 'here');
      const events = Array.fromAsync(engine.watch(id, never));
      await expireLeases();
      await settled(id);
      const states = [await engine.state(id)];

      child.kill('SIGCONT');
      await vi.waitFor(async () => expect(await recordedSteps(folder)).toContain('aborted'), waitOptions);
      child.send('stop');
      expect(await once(child, 'exit')).toEqual([0, null]);

      states.push(await engine.state(id));
      const whole = {
        status: 'done',
        step: 'third',
        output: ['first', 'second', 'third'],
        problem: null,
        isWaiting: false,
      };
      expect(states).toEqual([whole, whole]);
      expect(await recordedSteps(folder)).toEqual(['first', 'second', 'second', 'third', 'aborted']);
      expect((await events).filter(({ type }) => type === 'text')).toEqual([{ type: 'text', text: 'begun' }]);
      expect(announced).toEqual([id]);
    });

    it('that was killed amid many runs: none is lost, no finished step is repeated', async () => {
      const folder = await newFolder();
      const child = children.start(folder, 'there');
      await isReady(child);
      const { engine, submit, settled, expireLeases } = await open([brief(folder)], folder, 'here');
      const ids = await Promise.all(Array.from({ length: 60 }, () => submit(brief(folder))));
      await vi.waitFor(async () => expect((await recordedSteps(folder)).length).toBeGreaterThan(40), waitOptions);
      child.kill('SIGKILL');
      await once(child, 'exit');
      // Only when nothing else is at work, whose leases would end too.
      const isOver = async () =>
        (await Promise.all(ids.map((id) => engine.state(id)))).filter((state) => state?.status !== 'done').length;
      await vi.waitFor(async () => expect(await isOver()).toBeLessThanOrEqual(2), waitOptions);
      await expireLeases();

      for (const id of ids) expect(await settled(id)).toMatchObject({ status: 'done', output: id });
      const steps = Map.groupBy(
        (await recordedSteps(folder)).filter((line) => !line.startsWith('settled')).map((line) => line.split(' ')),
        ([id]) => id,
      );
      const courses = ids.map((id) => (steps.get(id) ?? []).map(([, step]) => step).join(' '));
      const usual = 'first second';
      // A host has room for two runs.
      const interrupted = courses.filter((course) => course !== usual);
      expect(interrupted.length).toBeLessThanOrEqual(2);
      for (const course of interrupted) expect(['first first second', 'first second second']).toContain(course);
    });
  });
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}
