import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from 'chronoscribe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Hosts that were opened for a test, and what closes them. */
export interface OpenedCluster {
  readonly hosts: readonly [Cluster, ...Cluster[]];
  stop(): Promise<void>;
}

/** Opens hosts that share a store in which nobody was before: two of them, or one where the store is for one. */
export type ClusterOpener = () => Promise<OpenedCluster>;

const topic = 'visits';

/** What must hold of all that hosts tell each other, as tests; between two hosts where a store can be shared. */
export function clusterContract(name: string, open: ClusterOpener): void {
  describe(`what hosts tell each other through ${name}`, () => {
    let opened: OpenedCluster;
    let one: Cluster;
    /** The last host: another one, where there are several. */
    let other: Cluster;

    beforeEach(async () => {
      opened = await open();
      one = opened.hosts[0];
      other = opened.hosts.at(-1) ?? one;
    });
    afterEach(() => opened.stop());

    const heardBy = (host: Cluster, of = topic) => {
      const heard: string[] = [];
      const end = host.listen(of, (text) => heard.push(text));
      return { heard, end };
    };

    test('a store that hosts can share says so', () => {
      expect(opened.hosts.map(({ isShared }) => isShared)).toEqual(opened.hosts.map(() => opened.hosts.length > 1));
    });

    test('the listeners of the host itself are told before sending is over', () => {
      const { heard } = heardBy(one);
      one.send(topic, 'a');
      one.send(topic, 'b');
      expect(heard).toEqual(['a', 'b']);
    });

    test('every host hears each message once, and in the order of sending', async () => {
      const mine = heardBy(one);
      const theirs = heardBy(other);
      const sent = Array.from({ length: 300 }, (_, at) => `message ${at}`);
      for (const [at, text] of sent.entries()) {
        one.send(topic, text);
        if (at % 50 === 0) await wait(5);
      }
      await expect.poll(() => theirs.heard.length).toBe(sent.length);
      // What was heard twice would have come by then.
      one.send(topic, 'the end');
      await expect.poll(() => theirs.heard.at(-1)).toBe('the end');
      expect(theirs.heard).toEqual([...sent, 'the end']);
      expect(mine.heard).toEqual([...sent, 'the end']);
    });

    test('whoever listens to a topic hears nothing of others', async () => {
      const { heard } = heardBy(other);
      const others = heardBy(other, 'notes');
      one.send('notes', 'x');
      one.send(topic, 'y');
      await expect.poll(() => heard).toEqual(['y']);
      expect(others.heard).toEqual(['x']);
    });

    test('any text arrives as it was sent, up to 4,000 bytes', async () => {
      const { heard } = heardBy(other);
      const texts = [
        '',
        '\u0000',
        '"\\\n',
        'é😀',
        "'; drop table x; --",
        'x'.repeat(4_000),
        '\u0001'.repeat(4_000),
        '😀'.repeat(1_000),
      ];
      for (const text of texts) one.send(topic, text);
      await expect.poll(() => heard.length).toBe(texts.length);
      expect(heard).toEqual(texts);
    });

    test('who no longer listens hears nothing, and one that throws harms nobody', async () => {
      const first = heardBy(other);
      other.listen(topic, () => {
        throw new Error('this one fails');
      });
      const last = heardBy(other);
      one.send(topic, 'a');
      await expect.poll(() => last.heard).toEqual(['a']);
      first.end();
      one.send(topic, 'b');
      await expect.poll(() => last.heard).toEqual(['a', 'b']);
      expect(first.heard).toEqual(['a']);
    });

    test('the time is whole milliseconds, never goes back, and the same for all within some milliseconds', async () => {
      const seen: number[] = [];
      for (let at = 0; at < 1_000; at += 1) {
        seen.push(one.now());
        if (at % 100 === 0) await wait(1);
      }
      expect(seen.every(Number.isInteger)).toBe(true);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0);
      expect(Math.abs(one.now() - other.now())).toBeLessThan(100);
      expect(Math.abs(one.now() - Date.now())).toBeLessThan(5_000);
    });

    test('all hosts count together, each name by itself, and a new window begins when one is over', async () => {
      const windowMs = 1_500;
      const tallies = await Promise.all(
        Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? one : other).count('key', 60_000)),
      );
      expect(tallies.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(tallies.map((_, at) => at + 1));
      for (const { endsInMs } of tallies) expect(endsInMs).toBeLessThanOrEqual(60_000);
      expect((await other.count('another key \u0000', 60_000)).count).toBe(1);

      expect((await one.count('short', windowMs)).count).toBe(1);
      const { count, endsInMs } = await other.count('short', windowMs);
      expect(count).toBe(2);
      expect(endsInMs).toBeGreaterThan(0);
      await wait(endsInMs + 20);
      expect((await one.count('short', windowMs)).count).toBe(1);
    });
  });
}
