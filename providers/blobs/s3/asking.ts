import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { errorCode, faultOf, problemOf, Silence, StrangeAnswer } from './faults.ts';

const attempts = 3;

/** What the library takes beside a request. */
export interface RequestOptions {
  readonly abortSignal: AbortSignal;
}

export interface Question<Answer> {
  /** What an answer must have. The library makes an empty one of a page of HTML. */
  readonly answer: z.ZodType<Answer>;
  ask(options: RequestOptions): Promise<unknown>;
  /** Milliseconds until the answer has come, without its content where that is streamed. */
  readonly within: number;
  readonly signal?: AbortSignal | undefined;
  /** The answer that an error of the store stands for, by its code; undefined where it stands for none. */
  readonly instead?: (code: string) => NoInfer<Answer> | undefined;
}

/**
 * One request of the library, limited in time.
 *
 * @throws the reason of `signal`, or what `faultOf` explains
 */
export async function request<Answer>({ answer, ask, within, signal, instead }: Question<Answer>): Promise<Answer> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), within);
  try {
    const parsed = answer.safeParse(await ask({ abortSignal: signal ? AbortSignal.any([late.signal, signal]) : late.signal }));
    if (!parsed.success) throw new StrangeAnswer();
    return parsed.data;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (late.signal.aborted) throw new Silence(within);
    const code = errorCode(thrown);
    const stood = code === undefined ? undefined : instead?.(code);
    if (stood === undefined) throw thrown;
    return stood;
  } finally {
    clearTimeout(timer);
  }
}

/** The same, tried again where that may help at once, and with every fault as a `Problem`. */
export async function explained<Answer>(store: string, question: Question<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request(question);
    } catch (thrown) {
      question.signal?.throwIfAborted();
      const fault = faultOf(thrown);
      // A store that asks to be left alone for longer is; the caller is told for how long.
      const again = attempt < attempts && fault.passes === 'soon' && (fault.retryAfter ?? 0) <= 1;
      if (!again) throw problemOf(fault, store, thrown);
    }
    // Not all at the same moment, as they were refused at the same moment.
    await wait(200 * 2 ** attempt * (0.5 + Math.random()));
  }
}
