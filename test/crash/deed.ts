import { type Answer, type Call, send, type Told, Unavailable } from './client.ts';
import type { Practice } from './practice.ts';
import type { Random } from './random.ts';

/** One thing that is asked of a host, and what it means for the book of a practice. */
export interface Deed {
  /** As the OpenAPI document has it: `POST /v1/set-anchor`. */
  readonly operation: string;
  readonly call: Call;
  /** Statuses beside 2xx that are booked too. */
  readonly failures?: readonly number[];
  /** Statuses that change nothing. */
  readonly refusals?: readonly number[];
  /** Books what was acknowledged. */
  book(answer: Answer): void;
  /** Books what an event of a stream acknowledges, before the answer is whole. */
  hear?(told: Told): void;
  /**
   * Looks what became of it where no answer came, and books that. Throws a `Broken` where neither all nor nothing was
   * done.
   */
  lookFor(ask: Ask): Promise<void>;
}

/** Sends a call to the host that runs now. */
export type Ask = (call: Omit<Call, 'key'> & { readonly key?: string }) => Promise<Answer>;

/** Makes up a deed; undefined where there is nothing to do it to. */
export type Act = (practice: Practice, random: Random) => Deed | undefined;

/** Acts by the operation that they ask for, with how often they are chosen. */
export type Load = Readonly<Record<string, { readonly weight: number; readonly act: Act }>>;

/** A promise that a host did not keep. */
export class Broken extends Error {
  override readonly name = 'Broken';
  readonly kind: 'lost' | 'twice' | 'half' | 'redone' | 'fault';

  constructor(kind: Broken['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** @throws Unavailable for an answer of 503 */
export function asking(url: string, practice: Practice): Ask {
  return async (call) => {
    const answer = await send(url, { key: practice.key, ...call });
    if (answer.status === 503) throw new Unavailable(answer.text);
    return answer;
  };
}

/** What must be refused with a status, and change nothing. */
export function refused({ operation, call }: Pick<Deed, 'operation' | 'call'>, refusals: readonly number[]): Deed {
  return {
    operation,
    call,
    refusals,
    book() {
      throw new Broken('fault', `${operation} (${call.path}) was not refused`);
    },
    lookFor: async () => undefined,
  };
}

/** What nothing comes of: there is nothing to book, and nothing to look for. */
export function reading(operation: string, practice: Practice, path: string, call: Partial<Call> = {}): Deed {
  return {
    operation,
    call: { method: 'GET', path, key: practice.key, ...call },
    book: () => undefined,
    lookFor: async () => undefined,
  };
}
