import { z } from 'zod';
import type { Answer, Call } from '../client.ts';
import { type Ask, Broken, type Deed } from '../deed.ts';
import type { BookedRun, BookedTranscript, Practice, Visit } from '../practice.ts';
import type { Random } from '../random.ts';

const Listed = z.object({
  items: z.array(z.object({ id: z.string(), status: z.string() })),
  next_cursor: z.string().nullable(),
});
const Named = z.object({ id: z.string() });
const Progress = z.object({ step: z.string() });

/** The runs that are shown: their status by id. */
export async function runsOf(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&${new URLSearchParams({ cursor })}`;
    const { items, next_cursor } = Listed.parse(
      (await ask({ method: 'GET', path: `/api/v1/runs?limit=100${query}` })).json,
    );
    for (const { id, status } of items) all.set(id, status);
    cursor = next_cursor;
  }
  return all;
}

/** The status of a run that failed because what it needs was away. */
const away = 503;

/** The status of a run that failed because its host was killed during one of its steps too often. */
const crashed = 500;

/** How the answer of a run is asked for. */
const manners = [
  {},
  { prefer: 'respond-async' },
  { prefer: 'respond-async' },
  { accept: 'text/event-stream' },
] as const satisfies readonly Readonly<Record<string, string>>[];

/** Books a run that was begun, and what it makes once it is settled. */
export function bookRun(practice: Practice, id: string, run: Omit<BookedRun, 'settled'>, settled: boolean): void {
  practice.runs.set(id, { ...run, settled });
  if (!settled) return;
  if (run.end === 'failed' || (run.end === 'done' && (run.makes === 'transcript' || run.makes === 'document')))
    practice.toTell.add(id);
  if (run.end !== 'done') return;
  if (run.recording !== undefined) practice.uploads.delete(run.recording);
  if (run.makes === 'transcript')
    practice.transcripts.set(id, { mark: run.mark, signature: null, wasSigned: false, addenda: [] });
  if (run.makes === 'document') practice.documents.set(id, { mark: run.mark });
  const record = run.record === undefined ? undefined : practice.transcripts.get(run.record);
  if (run.record !== undefined && record !== undefined) practice.transcripts.set(run.record, changed(record, run));
}

/** A record as a run leaves it. */
function changed(
  { mark, signature, wasSigned, addenda }: BookedTranscript,
  { makes, mark: text }: Pick<BookedRun, 'makes' | 'mark'>,
) {
  return {
    mark,
    signature: makes === 'signature' ? '' : signature,
    wasSigned: wasSigned || makes === 'signature',
    addenda: makes === 'addendum' ? [...addenda, text] : addenda,
  };
}

interface MakingRun {
  readonly operation: string;
  readonly call: Omit<Call, 'key' | 'method'>;
  readonly run: Omit<BookedRun, 'settled'>;
  /** The step after which its recording is heard, and what that is called at the recogniser. */
  readonly hearing?: { readonly next: string; readonly size: number };
}

/** What is to be known of the hearing of a visit, where it is sound. */
export function hearingOf({ size }: Visit): Pick<MakingRun, 'hearing'> {
  return size === undefined ? {} : { hearing: { next: 'note', size } };
}

/** A deed that a run does, asked for in one of three manners. */
export function makingRun(practice: Practice, random: Random, { operation, call, run, hearing }: MakingRun): Deed {
  const manner = random.one(manners);
  let begun: string | undefined;
  let mayBeOpen = false;
  const book = (id: string, settled: boolean) => {
    if (hearing !== undefined && settled) practice.heard.add(hearing.size);
    bookRun(practice, id, run, settled);
  };
  return {
    operation,
    call: { method: 'POST', key: practice.key, ...call, headers: { ...call.headers, ...manner } },
    // What fails is answered as it failed; the run is there all the same, and can be retried.
    failures: run.end === 'failed' ? [422, away, crashed] : [away, crashed],
    hear({ event, data }) {
      if (event === 'run') {
        begun = Named.parse(data).id;
        book(begun, false);
      }
      if (event === 'progress' && hearing !== undefined && Progress.parse(data).step === hearing.next) {
        practice.heard.add(hearing.size);
      }
      // Whether it may fail is asked of the run itself, later.
      if (event === 'error') mayBeOpen = true;
    },
    book(answer) {
      const id = begun ?? idIn(answer);
      if (id === undefined && answer.status === crashed)
        throw new Broken('fault', `${operation} was answered with ${answer.status}: ${answer.text}`);
      // Why it failed is asked of the run itself, later.
      if (id !== undefined) book(id, !mayBeOpen && ![202, away, crashed].includes(answer.status));
    },
    async lookFor(ask) {
      if (begun !== undefined) return;
      const unknown = await unbookedRuns(practice, ask);
      if (unknown.length > 1)
        throw new Broken('twice', `${operation} was asked for once and made ${unknown.length} runs`);
      for (const id of unknown) book(id, false);
    },
  };
}

function idIn({ json, headers }: Answer): string | undefined {
  return headers.get('x-run-id') ?? Named.safeParse(json).data?.id;
}

/** Runs that are shown and not in the book. */
export async function unbookedRuns(practice: Practice, ask: Ask): Promise<readonly string[]> {
  return [...(await runsOf(ask)).keys()].filter((id) => !practice.runs.has(id) && !practice.going.has(id));
}

/** So that what is under way does not pile up. */
export function hasTooMuchUnderWay(practice: Practice): boolean {
  return [...practice.runs.values()].filter(({ settled }) => !settled).length >= 3;
}
