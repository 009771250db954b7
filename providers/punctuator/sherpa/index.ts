import { join } from 'node:path';
import { defineProvider, type Health, Models, Problem } from 'chronoscribe';
import { notStarted, scriptPool } from 'chronoscribe/child-process';
import { type PunctuateOptions, Punctuator, type SaidText } from 'chronoscribe/kinds/punctuator';
import type { ModelPackage } from 'chronoscribe/types';
import { z } from 'zod';
import type { JobAnswer, JobPart } from './child.ts';

/** A CNN-BiLSTM for English of 7 MB (Edge-Punct-Casing, https://arxiv.org/abs/2407.13142). */
const punctuationPackage: ModelPackage = {
  name: 'punctuation-en',
  description: 'writes punctuation and capitals into English transcripts that have none',
  url: 'https://github.com/k2-fsa/sherpa-onnx/releases/download/punctuation-models/sherpa-onnx-online-punct-en-2024-08-06.tar.bz2',
  bytes: 30_667_839,
  sha256: '9f5e5a72c7d2829635bd074fce92b6bbd5b78da8a52e7ad8ed1be933f366b99d',
  archive: 'tar.bz2',
  files: ['model.int8.onnx', 'bpe.vocab'],
  licence: 'Apache-2.0',
};

/** Punctuates English on this machine, in a child process. Does nothing until its model is installed. */
export default defineProvider({
  kind: Punctuator,
  name: 'sherpa',
  config: z.strictObject({
    uploads: z
      .boolean()
      .default(false)
      .describe('whether uploaded transcripts without punctuation are punctuated too, not only those of recognisers'),
  }),
  needs: { models: Models },
  models: [punctuationPackage],
  create: ({ config, needs }) => localPunctuator({ ...config, models: needs.models, model: punctuationPackage }),
  stop: (punctuator) => punctuator.close(),
  health: (punctuator) => punctuator.health(),
});

const heapMegabytes = 256;
/** The longest time for `turnsPerPart` turns. */
const inactivityMs = 120_000;
const turnsPerPart = 20;
const idleMs = 60_000;

interface PunctuatorOptions {
  readonly models: Models;
  readonly model: ModelPackage;
  /** Whether uploaded transcripts are punctuated too. */
  readonly uploads: boolean;
}

export function localPunctuator({ models, model, uploads }: PunctuatorOptions) {
  const url = new URL('./child.ts', import.meta.url);
  // The native code opens the model.
  const pool = scriptPool({ url, heapMegabytes, addons: true, opens: 'to-read' }, { size: 1, idleMs });
  const pull = `chronoscribe models pull ${model.name}`;
  return {
    async punctuate(said: readonly SaidText[], { language, from, signal }: PunctuateOptions) {
      const isEnglish = language !== null && /^en\b/i.test(language);
      if (!isEnglish || (from === 'upload' && !uploads)) return null;
      const state = await models.state(model);
      if (state.status === 'absent') return null;
      if (state.status === 'damaged') throw unusable(model, `${state.detail} Run \`${pull}\`.`);
      const [weights = '', vocabulary = ''] = model.files.map((file) => join(state.folder, file));
      const isShouted = said.every(({ text }) => !/\p{Ll}/u.test(text));
      const turns = joinTurns(said);
      const parts = [{ model: weights, vocabulary, isShouted }, ...slices(turns)];
      const marked: (readonly string[])[] = [];
      const outcome = await pool.run({
        parts,
        limits: { inactivityMs },
        signal,
        onMessage(message) {
          const answer = message as JobAnswer; // From our own script.
          if ('done' in answer) return true;
          marked.push(...answer.turns);
          return undefined;
        },
      });
      if (outcome.status === 'not-started') throw notStarted('punctuates transcripts', outcome.cause);
      if (outcome.status !== 'answered')
        throw unusable(model, `Delete its folder ${state.folder} and run \`${pull}\`.`);
      return splitTurns(said, marked);
    },
    async health(): Promise<Health> {
      const state = await models.state(model);
      switch (state.status) {
        case 'ready':
          return { status: 'ok', detail: `The model is ${model.name}.` };
        case 'absent':
          return {
            status: 'ok',
            detail: `Transcripts without punctuation are read by rules: ${model.name} is not on this machine.`,
            hint: `Run \`${pull}\` to have them punctuated.`,
          };
        case 'damaged':
          return { status: 'degraded', detail: `${model.name} is damaged: ${state.detail}`, hint: `Run \`${pull}\`.` };
        default:
          return state satisfies never;
      }
    },
    close: async () => pool[Symbol.asyncDispose](),
  };
}

function* slices(turns: readonly (readonly string[])[]): Generator<JobPart> {
  for (let at = 0; at < turns.length; at += turnsPerPart) yield { turns: turns.slice(at, at + turnsPerPart) };
}

function unusable({ name }: ModelPackage, mend: string): Problem {
  return new Problem('provider-failed', { detail: `The model ${name} could not punctuate the transcript. ${mend}` });
}

/** What each speaker says until the next one speaks, as words: a sentence may go on after a pause. */
export function joinTurns(said: readonly SaidText[]): string[][] {
  const turns: string[][] = [];
  let before: SaidText | undefined;
  for (const each of said) {
    const turn = before?.speaker === each.speaker ? turns.at(-1) : undefined;
    if (turn === undefined) turns.push(wordsOf(each.text));
    // Not by arguments of one call, of which there cannot be as many as words in a text.
    else for (const word of wordsOf(each.text)) turn.push(word);
    before = each;
  }
  return turns;
}

/** The words of turns as the texts that they were joined from. */
export function splitTurns(said: readonly SaidText[], turns: readonly (readonly string[])[]): string[] {
  const words = turns.flat();
  let at = 0;
  return said.map(({ text }) => {
    const { length } = wordsOf(text);
    at += length;
    return words.slice(at - length, at).join(' ');
  });
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
