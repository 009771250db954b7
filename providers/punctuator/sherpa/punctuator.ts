import { join } from 'node:path';
import { type Health, type Models, Problem } from 'chronoscribe';
import { notStarted, scriptPool } from 'chronoscribe/child-process';
import type { PunctuateOptions, SaidText } from 'chronoscribe/kinds/punctuator';
import type { ModelPackage } from 'chronoscribe/types';
import type { JobAnswer, JobPart } from './child.ts';
import { joinTurns, splitTurns } from './turns.ts';

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
