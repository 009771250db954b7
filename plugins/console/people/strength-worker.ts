import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as german } from '@zxcvbn-ts/language-de';
import { dictionary as english } from '@zxcvbn-ts/language-en';
import type { Estimate, StrengthJob } from './password-strength.ts';

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

// The boundary to the thread that started this one. It ends after its answer, with the dictionaries.
parentPort?.once('message', ({ password, about }: StrengthJob) => {
  const { guessesLog10, feedback } = estimator.check(password.slice(0, longest), [...about]);
  const estimate: Estimate = { guessesLog10, warning: feedback.warning, suggestions: feedback.suggestions };
  parentPort?.postMessage(estimate);
});
