import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import { createSemaphore } from 'chronoscribe/concurrency';

/** What the thread is asked. */
export interface StrengthJob {
  readonly password: string;
  /** Words that others know of the person and of this host. */
  readonly about: readonly string[];
}

/** What it answers: the estimator's own words for what is weak. */
export interface Estimate {
  /** How many guesses it takes, as a power of ten. */
  readonly guessesLog10: number;
  readonly warning: string | null;
  readonly suggestions: readonly string[];
}

/** Some 300 million guesses: a day for who has stolen the hashes and a few machines, and centuries for who signs in. */
const leastGuessesLog10 = 8.5;

export type PasswordStrength = ReturnType<typeof createPasswordStrength>;

/** The estimator's dictionaries take half a second and 70 MB, so they live in a thread, as long as they are needed. */
export function createPasswordStrength() {
  const turn = createSemaphore(1);
  return {
    /** How easily a password is guessed by who knows what people choose. */
    estimate: (job: StrengthJob): Promise<Estimate> =>
      turn.run(async () => {
        const thread = new Worker(new URL('./strength-worker.ts', import.meta.url));
        try {
          thread.postMessage(job);
          const [answer] = await once(thread, 'message');
          // The boundary to the thread, whose module makes it.
          return answer as Estimate;
        } finally {
          await thread.terminate();
        }
      }),
  };
}

/**
 * Refuses a password that is easily guessed.
 *
 * @param about the person's name and e-mail address, whose parts count too
 * @param path of the password in the request
 * @throws Problem `weak-password` (422), with `reason` and `advice` for a page that says it in another language
 */
export async function requireStrong(
  strength: PasswordStrength,
  password: string,
  about: readonly string[],
  path: readonly string[],
): Promise<void> {
  // The form that is hashed.
  const normal = password.normalize('NFKC');
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { guessesLog10, warning, suggestions } = await strength.estimate({
    password: normal,
    about: [...new Set([...words, 'chronoscribe', 'console', 'admin'])],
  });
  if (guessesLog10 >= leastGuessesLog10) return;
  const reason = warning !== null && Object.hasOwn(reasons, warning) ? warning : 'short';
  const advice = suggestions.filter((name) => Object.hasOwn(advices, name));
  const detail = [
    'This password is easily guessed.',
    reasons[reason],
    ...advice.map((name) => advices[name]),
    'A few words that do not belong together are strong, and easy to remember.',
  ].join(' ');
  throw new Problem('weak-password', {
    status: 422,
    detail,
    errors: [{ in: 'body', path, detail, type: 'weak_password' }],
    members: { reason, advice },
  });
}

/** What is weak, by the estimator's names. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: 'Rows of keys on the keyboard are tried first.',
  keyPattern: 'Short patterns on the keyboard are tried first.',
  simpleRepeat: 'A character that is repeated counts once.',
  extendedRepeat: 'A part that is repeated counts once.',
  sequences: 'Sequences such as "abc" or "1234" are tried first.',
  recentYears: 'Years are tried first.',
  dates: 'Dates are tried first.',
  topTen: 'It is one of the ten most common passwords.',
  topHundred: 'It is a very common password.',
  common: 'It is a common password.',
  similarToCommon: 'It is like a common password.',
  wordByItself: 'A single word is tried first.',
  namesByThemselves: 'A single name is tried first.',
  commonNames: 'Common names are tried first.',
  userInputs: 'It holds your name, your e-mail address or the name of this service.',
  short: 'It has too few parts that nobody expects.',
};

/** How to mend it, by the estimator's names. */
const advices: Readonly<Record<string, string>> = {
  anotherWord: 'Add another word or two that are less common.',
  repeated: 'Do not repeat words or characters.',
  sequences: 'Avoid sequences.',
  longerKeyboardPattern: 'Avoid patterns of the keyboard.',
  dates: 'Avoid dates and years that have to do with you.',
  recentYears: 'Avoid recent years.',
  associatedYears: 'Avoid years that have to do with you.',
  l33t: 'Replacing letters, such as "@" for "a", does not help much.',
  reverseWords: 'Reversing a word does not help much.',
  capitalization: 'A capital at the beginning does not help much.',
  allUppercase: 'Capitals alone do not help much.',
};
