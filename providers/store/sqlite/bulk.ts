import { createPause } from 'chronoscribe/concurrency';
import type { CauseRow, PlaceRow } from '../journal/append.ts';
import { noWordNumbers, type WordNumbers } from '../journal/dictionary.ts';
import type { JournalBulk } from '../journal/kind.ts';
import type { AccountJournal } from '../journal/writes.ts';

/** How many entries of a bulk are added before it is looked at whether others wait. */
const addedAtOnce = 50;

/**
 * How many are added in one transaction, unless another change waits. A transaction writes each page once: larger ones
 * write less.
 */
const inTransaction = 5_000;

/**
 * How many index rows of a bulk are gathered and sorted before they are added: the events at one place come from all over
 * a file, as do the effects of one cause, and one after another in the index.
 */
const indexedAtOnce = 300_000;

/** Runs work on the journal of an account in a transaction of its own, which does not hold up the thread when it ends. */
export type HiddenTransaction = <T>(work: (journal: AccountJournal) => Promise<T>, numbers: WordNumbers) => Promise<T>;

/**
 * A bulk in pieces, each in a transaction, between which others change things and requests are answered. Its rows are
 * hidden until it is shown.
 *
 * @param isAwaited whether another change waits for the end of a transaction
 */
export function hiddenBulk(
  reads: Pick<JournalBulk, 'taken' | 'under' | 'view' | 'versions'>,
  transaction: HiddenTransaction,
  isAwaited: () => boolean,
) {
  const receipts: (readonly [operationId: string, text: string])[] = [];
  const places = gatheredRows<PlaceRow>(5);
  const causes = gatheredRows<CauseRow>(4);
  const numbers = noWordNumbers();
  const pause = createPause();
  let last: number | undefined;
  let failure: unknown;

  /** Does something with each piece of a list. Once that has failed, nothing is written or shown any more. */
  const inPieces = async <Item, Result>(
    items: readonly Item[],
    work: (journal: AccountJournal, piece: readonly Item[]) => Promise<readonly Result[]>,
  ): Promise<readonly Result[]> => {
    if (failure !== undefined) throw failure;
    const results: Result[] = [];
    for (let from = 0; from < items.length; ) {
      const most = from + inTransaction;
      await transaction(async (journal) => {
        do {
          const piece = items.slice(from, from + addedAtOnce);
          for (const result of await work(journal, piece)) results.push(result);
          from += piece.length;
          await pause();
        } while (from < Math.min(items.length, most) && !isAwaited());
      }, numbers).catch((thrown) => {
        failure = thrown;
        throw thrown;
      });
    }
    return results;
  };

  const addIndexRows = async () => {
    await inPieces(places.order(), async (journal, piece) => {
      await journal.addIndexRows({ places: piece.map(places.at), causes: [] });
      return [];
    });
    await inPieces(causes.order(), async (journal, piece) => {
      await journal.addIndexRows({ places: [], causes: piece.map(causes.at) });
      return [];
    });
    places.clear();
    causes.clear();
  };

  return {
    writes: {
      taken: reads.taken,
      under: reads.under,
      view: reads.view,
      versions: reads.versions,
      async append(entries) {
        const placed = await inPieces(entries, async (journal, piece) => {
          const added = await journal.addUnindexed(piece);
          for (const row of added.places) places.add(row);
          for (const row of added.causes) causes.add(row);
          return added.placed;
        });
        last = placed.at(-1)?.seq ?? last;
        if (places.count() + causes.count() >= indexedAtOnce) await addIndexRows();
        return placed;
      },
      async move(moves, by) {
        await addIndexRows();
        const placed = await inPieces(moves, ({ copyHidden }, piece) => copyHidden(piece, by));
        const first = placed[0]?.moved ?? 0;
        await inPieces(placed, async ({ indexHidden }, piece) => {
          await indexHidden(by.timelineId, piece, first);
          return [];
        });
        last = placed.at(-1)?.moved ?? last;
      },
      addReceipt: async (...receipt) => {
        receipts.push(receipt);
      },
    } satisfies JournalBulk,
    /** Adds what is still missing. Then `show` makes all visible, in a transaction of its caller. */
    end: addIndexRows,
    async show(journal: AccountJournal) {
      if (last !== undefined) await journal.show(last);
      for (const receipt of receipts) await journal.shown.addReceipt(...receipt);
    },
  };
}

/**
 * Rows of numbers, all of one length, that are gathered to be taken in order. They take eight bytes for each number; as
 * arrays they would take three times as much, and the garbage collector would have to look at each.
 *
 * @param width how many numbers a row has, at least two
 */
export function gatheredRows<Row extends readonly number[]>(width: number) {
  let numbers = new Float64Array(width * 1_000);
  let count = 0;
  const number = (position: number, column: number): number => numbers[position * width + column] ?? Number.NaN;
  return {
    /** How many there are. */
    count: () => count,
    add(row: Row) {
      if ((count + 1) * width > numbers.length) {
        const larger = new Float64Array(numbers.length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers.set(row, count * width);
      count += 1;
    },
    /** The positions of the rows in the order of adding, sorted by the first numbers of the rows, then by the second. */
    order: () =>
      Array.from({ length: count }, (_, position) => position).sort(
        (one, other) => number(one, 0) - number(other, 0) || number(one, 1) - number(other, 1),
      ),
    at(position: number) {
      const row: number[] = [];
      for (let column = 0; column < width; column += 1) row.push(number(position, column));
      // The boundary to the numbers, which are those of a row.
      return row as unknown as Row;
    },
    clear() {
      count = 0;
    },
  };
}
