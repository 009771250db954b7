import { Writer } from 'chronoscribe/kinds/writer';
import { startProvider } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import hosted from '../../providers/writer/hosted/index.ts';
import { ContextExceeded } from '../../providers/writer/model/model.ts';
import ollama from '../../providers/writer/ollama/index.ts';
import { ollamaServer } from '../../providers/writer/ollama/server.ts';
import { grounding } from '../../providers/writer/testing/model-writers.ts';
import { draft, failure, visit } from '../../providers/writer/testing/trial.ts';
import { type ModelWriter, modelWriters } from './writers.ts';

/** With a real language model behind a real server. What it writes makes no sense: its form does. */
const providers = { hosted, ollama };
const Written = z.object({
  sections: z.array(z.object({ statements: z.array(z.object({ text: z.string(), evidence: z.array(z.string()) })) })),
});
const writers = Object.entries(modelWriters(inject('parts'))).flatMap(([use, start]) => {
  if (typeof start === 'string') console.warn(`NOT RUN: the writer ${use} with a real model: ${start}.`);
  return typeof start === 'string' ? [] : [{ use, start }];
});

describe.each(writers)('the writer $use with a real model', ({ use, start }) => {
  let server: ModelWriter;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  async function withWriter<T>(work: (writer: Writer) => Promise<T>, settings: object = {}): Promise<T> {
    const started = await startProvider(Writer, providers[server.use], {
      needs: { grounding },
      with: { ...server.settings, ...settings },
    });
    return work(started.instance).finally(() => started.stop());
  }

  const short = visit('My back has been hurting for three weeks.', 'I lifted a washing machine.');

  test('is found ready', async () => {
    const { health, stop } = await startProvider(Writer, providers[server.use], {
      needs: { grounding },
      with: server.settings,
    });
    expect(await health()).toMatchObject({ status: 'ok' });
    await stop();
  });

  test('gives statements in the sections of the outline that cite what was said, or says that the model cannot', async () => {
    const outcome = await withWriter((writer) => draft(writer, short)).catch((thrown: unknown) => thrown);
    if (outcome instanceof Error) {
      expect(outcome).toMatchObject({ code: 'provider-failed', detail: expect.stringContaining('smollm2') });
      return;
    }
    expect(outcome).toMatchObject({
      sections: [{ name: 'Subjective' }, { name: 'Plan' }],
      engine: { provider: server.use, model: 'smollm2' },
    });
    const { sections } = Written.parse(outcome);
    for (const { text, evidence } of sections.flatMap(({ statements }) => statements)) {
      expect(text).not.toBe('One finding in one sentence.');
      expect(['s1', 's2']).toEqual(expect.arrayContaining(evidence));
    }
  });

  test('names a model that the server does not have', async () => {
    const problem = await failure(withWriter((writer) => draft(writer, short), { model: 'llama9' }));
    expect(problem).toMatchObject({ code: 'provider-unavailable', detail: expect.stringContaining('"llama9"') });
  });

  test('stops the model when nobody waits for the note any more', async () => {
    const nobodyWaits = new AbortController();
    const written = withWriter((writer) =>
      draft(writer, short, { signal: nobodyWaits.signal, progress: () => nobodyWaits.abort(new Error('gone')) }),
    );
    await expect(written).rejects.toThrow('gone');
  });

  // The other server is our own.
  test.runIf(use === 'ollama')(
    'is told by Ollama that a text is too long for it, and not given a part of it',
    async () => {
      const connected = ollamaServer({ ...server.settings, pull: false, timeoutMs: 600_000 });
      const long = { role: 'user', content: 'The patient lifted a washing machine. '.repeat(800) };
      const asked = connected.chat(
        { messages: [long], options: { num_ctx: 1024 } },
        new AbortController().signal,
        () => {},
      );
      await expect(asked).rejects.toThrow(ContextExceeded);
    },
  );
});
