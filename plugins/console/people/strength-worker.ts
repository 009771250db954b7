import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as german } from '@zxcvbn-ts/language-de';
import { dictionary as english, translations } from '@zxcvbn-ts/language-en';
import type { Estimate, Said, StrengthJob } from './password-strength.ts';

/** The time of the estimate grows faster than the length; this many characters take at most some 0.2 s. */
const longest = 64;

const estimator = new ZxcvbnFactory({
  dictionary: {
    ...common,
    ...english,
    // Named as those of no language.
    ...Object.fromEntries(Object.entries(german).map(([name, words]) => [`${name}-de`, words])),
  },
  graphs: adjacencyGraphs,
  maxLength: longest,
  l33tMaxSubstitutions: 20,
});

const sentences: Readonly<Record<string, string>> = {
  ...translations.warnings,
  ...translations.suggestions,
  userInputs: 'It holds your name, your e-mail address or the name of this service.',
};
/** A name that has no sentence here is of no use. */
const said = (name: string | null): readonly Said[] => {
  const text = name === null ? undefined : sentences[name];
  return name === null || text === undefined ? [] : [{ name, text }];
};

// The boundary to the thread that started this one. It ends after its answer, with the dictionaries.
parentPort?.once('message', ({ password, about }: StrengthJob) => {
  const { guessesLog10, feedback } = estimator.check(password.slice(0, longest), [...about]);
  const [reason = null] = said(feedback.warning);
  const estimate: Estimate = { guessesLog10, reason, advice: feedback.suggestions.flatMap(said) };
  parentPort?.postMessage(estimate);
});
