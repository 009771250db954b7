import { setImmediate } from 'node:timers/promises';

/**
 * Thrown instead of an answer that is not loaded yet. Not an `Error`, since nothing is wrong: it names what is to be loaded
 * before the same question is asked again.
 */
export class NotLoaded {
  readonly missing: readonly Loadable[];

  constructor(missing: readonly Loadable[]) {
    this.missing = missing;
  }
}

interface Loadable {
  /** Loads all that was asked for and is missing. */
  load(): Promise<void>;
}

/** Answers of one sort. They are asked for without waiting, and loaded many at a time once they were asked for. */
export interface Lookup<Question, Answer> extends Loadable {
  /** @throws NotLoaded where the answer is not there yet. */
  get(question: Question): Answer;
  /** Drops all answers. */
  forget(): void;
}

/**
 * @param name tells questions apart
 * @param loadAnswers answers all of these questions
 */
export function lookup<Question, Answer>(
  name: (question: Question) => string | number,
  loadAnswers: (questions: readonly Question[]) => Promise<Iterable<readonly [Question, Answer]>>,
): Lookup<Question, Answer> {
  const answers = new Map<string | number, { readonly answer: Answer }>();
  const wanted = new Map<string | number, Question>();
  const self: Lookup<Question, Answer> = {
    get(question) {
      const known = answers.get(name(question));
      if (known !== undefined) return known.answer;
      wanted.set(name(question), question);
      throw new NotLoaded([self]);
    },
    forget() {
      answers.clear();
    },
    async load() {
      const names = [...wanted.keys()];
      const questions = [...wanted.values()];
      wanted.clear();
      for (const [question, answer] of await loadAnswers(questions)) answers.set(name(question), { answer });
      const open = names.find((each) => !answers.has(each));
      if (open !== undefined) throw new Error(`${open} was asked for and not loaded`);
    },
  };
  return self;
}

/** A lookup whose answers are loaded one after another. */
export function oneByOne<Question, Answer>(loadAnswer: (question: Question) => Promise<Answer>): Lookup<Question, Answer> {
  return lookup(JSON.stringify, async (questions) => {
    const answers: (readonly [Question, Answer])[] = [];
    for (const question of questions) {
      answers.push([question, await loadAnswer(question)]);
      await yieldAtTimes();
    }
    return answers;
  });
}

/** The answer to a question, once all that it needs is loaded. */
export async function ask<Answer>(question: () => Answer): Promise<Answer> {
  for (;;) {
    const reply = replyTo(question);
    if ('answer' in reply) return reply.answer;
    await load(reply.missing);
  }
}

/**
 * The answers to all questions. What any of them lacks is loaded at once for all, and those that lacked something are asked
 * again.
 */
export async function askAll<Answer>(questions: readonly (() => Answer)[]): Promise<readonly Answer[]> {
  const replies: Reply<Answer>[] = [];
  const askOpen = async () => {
    for (const [at, question] of questions.entries()) {
      const known = replies[at];
      if (known !== undefined && 'answer' in known) continue;
      replies[at] = replyTo(question);
      await yieldAtTimes();
    }
  };
  for (;;) {
    await askOpen();
    const missing = replies.flatMap((reply) => ('missing' in reply ? reply.missing : []));
    if (missing.length === 0) return replies.flatMap((reply) => ('answer' in reply ? [reply.answer] : []));
    await load(missing);
  }
}

/**
 * Asks about each item. Where an answer is missing the others are asked for all the same, so that all that is missing is named at
 * once.
 *
 * @throws NotLoaded
 */
export function askAbout<Item, Answer>(items: readonly Item[], question: (item: Item) => Answer): readonly Answer[] {
  const replies = items.map((item) => replyTo(() => question(item)));
  const missing = replies.flatMap((reply) => ('missing' in reply ? reply.missing : []));
  if (missing.length > 0) throw new NotLoaded(missing);
  return replies.flatMap((reply) => ('answer' in reply ? [reply.answer] : []));
}

type Reply<Answer> = { readonly answer: Answer } | { readonly missing: readonly Loadable[] };

function replyTo<Answer>(question: () => Answer): Reply<Answer> {
  try {
    return { answer: question() };
  } catch (thrown) {
    if (thrown instanceof NotLoaded) return { missing: thrown.missing };
    throw thrown;
  }
}

async function load(missing: readonly Loadable[]): Promise<void> {
  // One after another: inside a transaction of the journal there is one connection to read through.
  for (const loadable of new Set(missing)) {
    await loadable.load();
    await yieldAtTimes();
  }
}

/** For so long nobody else need get a turn, in milliseconds. */
const longestMs = 10;

let last = performance.now();

/**
 * Lets whatever else the process has to do have its turn, from time to time. What is read from a database in this process comes
 * at once, so that a question that takes many readings would keep every request waiting.
 */
export async function yieldAtTimes(): Promise<void> {
  if (performance.now() - last < longestMs) return;
  await setImmediate();
  last = performance.now();
}
