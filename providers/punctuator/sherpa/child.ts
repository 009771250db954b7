import { serveJobs } from 'chronoscribe/child-process';
import sherpa from 'sherpa-onnx-node';
import { withMarks } from './marks.ts';

/** The model of a job, then the turns of a transcript, each as words. */
export type JobPart =
  | { readonly model: string; readonly vocabulary: string; readonly isShouted: boolean }
  | { readonly turns: readonly (readonly string[])[] };

/** Turns in the order in which they were given, or that there are no more. */
export type JobAnswer = { readonly turns: readonly (readonly string[])[] } | { readonly done: true };

// sherpa-onnx ends the process if a model is damaged, hence a process of its own.
serveJobs((parts, send) => {
  const [first, ...rest] = parts as JobPart[]; // From our own host.
  if (first === undefined || !('model' in first)) throw new Error('the model of the job is missing');
  const { model, vocabulary, isShouted } = first;
  const punctuation = new sherpa.OnlinePunctuation({
    model: { cnnBilstm: model, bpeVocab: vocabulary, numThreads: 1, debug: 0 },
  });
  const predict = (words: readonly string[]) => punctuation.addPunct(words.join(' ')).split(' ');
  for (const part of rest) {
    if ('turns' in part) send({ turns: part.turns.map((words) => withMarks(words, isShouted, predict)) });
  }
  send({ done: true } satisfies JobAnswer);
});
