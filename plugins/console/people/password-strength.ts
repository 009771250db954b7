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

/** Something that the estimator says, by its name, and in English. */
export interface Said {
  readonly name: string;
  readonly text: string;
}

/** What it answers: what is weak, if it is that of a known kind, and what helps. */
export interface Estimate {
  /** How many guesses it takes, as a power of ten. */
  readonly guessesLog10: number;
  readonly reason: Said | null;
  readonly advice: readonly Said[];
}

/** Some 300 million guesses: a day for who has stolen the hashes and a few machines, and centuries for who signs in. */
const leastGuessesLog10 = 8.5;

const turn = createSemaphore(1);

/**
 * How easily a password is guessed by who knows what people choose. The dictionaries take half a second and 70 MB, so
 * they live in a thread, as long as they are needed.
 */
const estimate = (job: StrengthJob): Promise<Estimate> =>
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
  });

/**
 * Refuses a password that is easily guessed.
 *
 * @param about the person's name and e-mail address, whose parts count too
 * @param path of the password in the request
 * @throws Problem `weak-password` (422), with `reason` and `advice` for a page that says it in another language
 */
export async function requireStrong(
  password: string,
  about: readonly string[],
  path: readonly string[],
): Promise<void> {
  // The form that is hashed.
  const normal = password.normalize('NFKC');
  const words = about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2);
  const { guessesLog10, reason, advice } = await estimate({
    password: normal,
    about: [...new Set([...words, 'chronoscribe', 'console', 'admin'])],
  });
  if (guessesLog10 >= leastGuessesLog10) return;
  const { name, text } = reason ?? { name: 'short', text: 'It has too few parts that nobody expects.' };
  const detail = [
    'This password is easily guessed.',
    text,
    ...advice.map((each) => each.text),
    'A few words that do not belong together are strong, and easy to remember.',
  ].join(' ');
  throw new Problem('weak-password', {
    status: 422,
    detail,
    errors: [{ in: 'body', path, detail, type: 'weak_password' }],
    members: { reason: name, advice: advice.map((each) => each.name) },
  });
}
