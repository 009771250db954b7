import type { Writer } from 'chronoscribe/kinds/writer';
import type { StartedProvider } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ModelWriterBed, modelWriters } from '../testing/model-writers.ts';
import { draft, failure, visit } from '../testing/trial.ts';

const said = visit('My left knee hurts.', 'I take lisinopril 10 mg once a day.');
const away = { fault: 'status', status: 503 } as const;

describe.each(modelWriters.filter(({ name }) => /ollama|compatible/.test(name)))(
  'while the server of $name is away',
  ({ asks, open }) => {
    let bed: ModelWriterBed;
    let started: StartedProvider<Writer> | undefined;
    beforeEach(async () => {
      bed = await open();
    });
    afterEach(async () => {
      await started?.stop();
      await bed.server.stop();
    });

    test('the draft waits, and asks nothing again that was answered', async () => {
      started = await bed.start({ fallbackAfter: '1h' });
      bed.server.fail({ fault: away, on: asks, after: 2, times: 1 });
      const { engine, warnings } = await draft(started.instance, said);
      expect([engine.model, warnings]).toEqual([expect.any(String), []]);
      // Facts, note, two checks, and one that failed.
      expect(bed.server.count(asks)).toBeLessThanOrEqual(6);
      expect(bed.server.chats).toHaveLength(1);
    });

    test('for longer than the setting says, rules write the draft and say so', async () => {
      started = await bed.start({ fallbackAfter: '1s' });
      bed.server.fail({ fault: away, on: asks });
      const { sections, engine, warnings } = await draft(started.instance, said);
      expect(engine).toEqual({ provider: 'extractive', model: null, version: null });
      expect(sections[0]?.statements.map(({ text }) => text).join()).toContain('left knee hurts');
      expect(warnings[0]).toMatch(/could not be reached for 1 s, so rules wrote this/);
    });

    test('without the setting, the draft fails', async () => {
      started = await bed.start();
      bed.server.fail({ fault: away, on: asks });
      expect(await failure(draft(started.instance, said))).toMatchObject({ code: 'provider-unavailable' });
    });

    test('a key that is refused is no outage', async () => {
      started = await bed.start({ fallbackAfter: '0s' });
      bed.server.fail({ fault: { fault: 'status', status: 401 }, on: asks });
      expect(await failure(draft(started.instance, said))).toMatchObject({ code: 'provider-unavailable' });
    });
  },
);
