import { Problem } from 'chronoscribe';
import { textPool } from 'chronoscribe/child-process';
import type { Assignment, Draft, DraftOptions, DraftSection, Writer } from 'chronoscribe/kinds/writer';
import { sampleVisit } from 'chronoscribe/language';
import type { BegunDraft } from './completion.ts';
import type { DraftMessage, DraftPart } from './draft-work.ts';

/** The largest transcript that is taken needs about a third on a fast machine. */
const totalMs = 300_000;

const passagesAtOnce = 500;

const sample: Assignment = {
  ...{ instructions: '', prompt: '', facts: [], images: [], language: 'en' },
  outline: [{ name: 'Subjective', contents: ['complaint', 'history'], guidance: '' }],
  passages: sampleVisit,
};

/** The extractive writer, which also completes the drafts of others. */
export interface RulesWriter extends Writer {
  /** Adds what a draft lacks, see `completeDraft`. @throws Problem `too-large` */
  complete(assignment: Assignment, begun: BegunDraft, signal: AbortSignal): Promise<readonly DraftSection[]>;
  warmUp(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** The extractive writer in processes of its own: a long source keeps nobody else waiting, and none ends the host. */
export function draftingProcess(): RulesWriter {
  const pool = textPool(new URL('./draft-work.ts', import.meta.url), {
    does: 'drafts notes',
    totalMs,
    tooMuch: (how) =>
      new Problem('too-large', { detail: `Drafting with the extractive writer ${how}. Send the source in parts.` }),
  });
  const run = (parts: Iterable<DraftPart>, { signal, progress, text }: DraftOptions): Promise<Omit<Draft, 'engine'>> =>
    pool.ask({
      parts,
      signal,
      onMessage(message): Omit<Draft, 'engine'> | undefined {
        const said = message as DraftMessage; // From our own script.
        switch (said.type) {
          case 'progress':
            progress(said.fraction);
            return undefined;
          case 'text':
            text(said.piece);
            return undefined;
          case 'draft':
            return said.draft;
          default:
            return said satisfies never;
        }
      },
    });
  return {
    supportsImages: () => Promise.resolve(false),
    async draft(assignment, options) {
      const drafted = await run(partsOf(assignment), options);
      return { ...drafted, engine: { provider: 'extractive', model: null, version: null } };
    },
    async complete(assignment, begun, signal) {
      const { sections } = await run(partsOf(assignment, begun), { signal, progress: () => {}, text: () => {} });
      return sections;
    },
    async warmUp(signal) {
      const onMessage = (message: unknown) => ((message as DraftMessage).type === 'draft' ? true : undefined);
      await pool.warmUp({ parts: partsOf(sample), signal, onMessage });
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function* partsOf(
  { outline, prompt, language, passages, facts }: Assignment,
  begun?: BegunDraft,
): Generator<DraftPart> {
  for (let at = 0; at === 0 || at < passages.length; at += passagesAtOnce) {
    const order = at === 0 ? { outline, prompt, language, facts, begun } : undefined;
    yield { order, passages: passages.slice(at, at + passagesAtOnce) };
  }
}
