/** **Stable**: the tests that every store of files passes. */

import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Blobs, Problem } from 'chronoscribe';
import { temporaryFolder } from 'chronoscribe/testing';
import type { BlobEntry } from 'chronoscribe/types';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** A blob store that a test has opened, and what closes it so that it can be opened again. */
export interface OpenedBlobs {
  readonly blobs: Blobs;
  stop(): Promise<void>;
}

/** What the suite is to know of the store of files. */
export interface BlobsContractOptions {
  /** Size of a large blob, in bytes: more than one part for a store that sends blobs in parts. */
  readonly largeBytes?: number;
}

const names = [
  'audio',
  'uploads/0b1e',
  'uploads/0b1f',
  'runs/1/audio.wav',
  'runs/1/deep/er/x',
  'runs/10/audio.wav',
  'A.b-c_d/9',
];
const badNames = [
  '',
  '.',
  '..',
  '../x',
  '/etc/passwd',
  'a/../../x',
  'a/./b',
  'a//b',
  'a/',
  '.hidden',
  'a/.b',
  '-x',
  '_x',
].concat(['a\\b', 'C:x', 'a b', 'ä', 'a\0', 'a\n', '%2e%2e/x', 'a/b\n/c', '~', 'x?', '*']);

/**
 * What every blob store must do, as tests. Recordings pass through here before anybody has listened to them, so a store
 * that loses one, shows half of one or lets a name out of its folder does harm that no plugin can mend.
 *
 * ```ts
 * import { Blobs } from 'chronoscribe';
 * import { blobsContract } from 'chronoscribe/contracts/blobs';
 * import { startProvider } from 'chronoscribe/testing';
 *
 * blobsContract('s3', async (folder) => {
 *   const { instance, stop } = await startProvider(Blobs, s3, { dataFolder: folder });
 *   return { blobs: instance, stop };
 * });
 * ```
 *
 * @param open opens the blob store of a folder; called again after `stop` with the same folder, it finds the blobs that
 * were written
 */
export function blobsContract(
  name: string,
  open: (folder: string) => Promise<OpenedBlobs>,
  { largeBytes = 200_000 }: BlobsContractOptions = {},
): void {
  describe(`the blob store ${name}`, () => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>>;
    let opened: OpenedBlobs;
    let blobs: Blobs;

    beforeEach(async () => {
      folder = await temporaryFolder();
      opened = await open(folder.path);
      blobs = opened.blobs;
    });
    afterEach(async () => {
      await opened.stop();
      await folder.remove();
    });

    const contentOf = async (blob: string) => Buffer.concat(await Array.fromAsync(blobs.read(blob)));
    const listed = async (prefix: string) =>
      (await Array.fromAsync(blobs.list(prefix))).map((entry) => entry.name).toSorted();
    const put = (blob: string, text: string) => blobs.write(blob, pieces(Buffer.from(text)));
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'no refusal',
        (thrown: unknown) => thrown,
      );

    describe('writing and reading', () => {
      test('what was written is read back, and its size and SHA-256 told', async () => {
        const content = randomBytes(Math.max(3_000_017, largeBytes));
        const written = await blobs.write('runs/1/audio.wav', pieces(content, 70_001));
        expect(written).toEqual({ bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
        expect((await contentOf('runs/1/audio.wav')).equals(content)).toBe(true);
      });

      test('a part of it is read alone, as a player asks for it', async () => {
        const content = randomBytes(Math.max(300_007, largeBytes));
        await blobs.write('records/a/sound', pieces(content, 70_001));
        const last = content.length - 1;
        for (const [from, to] of [
          [0, 0],
          [0, 99],
          [69_999, 140_003],
          [last, last],
          [0, last],
        ] as const) {
          const part = Buffer.concat(await Array.fromAsync(blobs.read('records/a/sound', { from, to })));
          expect(part.equals(content.subarray(from, to + 1))).toBe(true);
        }
      });

      test('an empty blob is a blob', async () => {
        const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
        expect(await blobs.write('empty', pieces(Buffer.alloc(0)))).toEqual({ bytes: 0, sha256 });
        expect(await contentOf('empty')).toHaveLength(0);
        expect(await listed('')).toEqual(['empty']);
      });

      test('a source may use the memory of a piece again once it is asked for the next', async () => {
        async function* reusing() {
          const piece = Buffer.alloc(1_000);
          for (let at = 0; at < 50; at += 1) yield piece.fill(at);
        }
        await blobs.write('reused', reusing());
        const expected = Buffer.concat(Array.from({ length: 50 }, (_, at) => Buffer.alloc(1_000, at)));
        expect((await contentOf('reused')).equals(expected)).toBe(true);
      });

      test('everything is there after a restart', async () => {
        for (const blob of names) await put(blob, `content of ${blob}`);
        await opened.stop();
        opened = await open(folder.path);
        blobs = opened.blobs;
        expect(await listed('')).toEqual(names.toSorted());
        for (const blob of names) expect(`${await contentOf(blob)}`).toBe(`content of ${blob}`);
      });

      test('reading may be left off in the middle', async () => {
        await blobs.write('long', pieces(randomBytes(1_000_000)));
        for await (const piece of blobs.read('long')) {
          expect(piece.byteLength).toBeGreaterThan(0);
          break;
        }
        await blobs.delete('long');
        expect(await listed('')).toEqual([]);
      });

      test('a name that does not exist is a not-found problem, and the folder of a blob is no name', async () => {
        await put('runs/1/audio.wav', 'sound');
        for (const blob of ['nothing', 'runs/2', 'runs/1', 'runs', 'runs/1/audio.wav/x']) {
          for (const thrown of [
            await refusal(contentOf(blob)),
            await refusal(blobs.withFile(blob, async () => undefined)),
          ]) {
            expect(thrown).toBeInstanceOf(Problem);
            expect(thrown).toMatchObject({ code: 'not-found' });
          }
        }
      });
    });

    describe('all or nothing', () => {
      test('a blob appears, and is replaced, only when its source has ended', async () => {
        await put('note', 'old');
        const halfway = Promise.withResolvers<void>();
        const goOn = Promise.withResolvers<void>();
        async function* slow() {
          yield Buffer.alloc(largeBytes, 'ne');
          halfway.resolve();
          await goOn.promise;
          yield Buffer.from('w');
        }
        const replacing = blobs.write('note', slow());
        await halfway.promise;
        const appearing = put('other/note', 'other');
        expect(`${await contentOf('note')}`).toBe('old');
        await appearing;
        expect(await listed('')).toEqual(['note', 'other/note']);
        goOn.resolve();
        await replacing;
        expect(`${await contentOf('note')}`).toBe(`${Buffer.alloc(largeBytes, 'ne')}w`);
      });

      test('a source that fails leaves what was there, and its error is passed on as it is', async () => {
        await put('note', 'old');
        const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        async function* failing() {
          yield Buffer.alloc(largeBytes);
          throw full;
        }
        await expect(blobs.write('note', failing())).rejects.toBe(full);
        await expect(blobs.write('fresh/note', failing())).rejects.toBe(full);
        expect(await listed('')).toEqual(['note']);
        expect(`${await contentOf('note')}`).toBe('old');
      });

      test('an abort ends the write with its reason, also where the source never says anything again', async () => {
        const reason = new Error('the client went away');
        const aborting = new AbortController();
        const waiting = Promise.withResolvers<void>();
        async function* silent() {
          yield randomBytes(largeBytes);
          waiting.resolve();
          await new Promise(() => undefined);
        }
        const writing = blobs.write('note', silent(), { signal: aborting.signal });
        await waiting.promise;
        aborting.abort(reason);
        await expect(writing).rejects.toBe(reason);
        expect(await listed('')).toEqual([]);

        const source = pieces(Buffer.from('too late'));
        await expect(blobs.write('note', source, { signal: aborting.signal })).rejects.toBe(reason);
        expect(await listed('')).toEqual([]);
      });

      test('an abort after the last piece and before the end leaves nothing either', async () => {
        const aborting = new AbortController();
        async function* last() {
          yield Buffer.alloc(largeBytes);
          aborting.abort(new Error('just now'));
        }
        await expect(blobs.write('note', last(), { signal: aborting.signal })).rejects.toThrow('just now');
        expect(await listed('')).toEqual([]);
      });

      test('of many who write one name at once, one is there whole', async () => {
        const contents = Array.from({ length: 10 }, (_, at) => Buffer.alloc(largeBytes, at));
        await Promise.all(contents.map((content) => blobs.write('shared', pieces(content, 10_000))));
        const winner = await contentOf('shared');
        expect(contents.some((content) => content.equals(winner))).toBe(true);
      });

      test('writing and deleting neighbours at once disturbs nobody', async () => {
        const comeAndGo = async (blob: string) => {
          for (let round = 0; round < 50; round += 1) {
            await put(blob, blob);
            await blobs.delete(blob);
          }
        };
        await Promise.all(['runs/1/deep/a', 'runs/1/deep/b', 'runs/1/c'].map(comeAndGo));
        expect(await listed('')).toEqual([]);
      });
    });

    describe('names', () => {
      test.each(badNames)('%j is refused', async (bad) => {
        let asked = false;
        async function* source() {
          asked = true;
          yield Buffer.from('x');
        }
        await expect(blobs.write(bad, source())).rejects.toThrow(JSON.stringify(bad));
        await expect(Array.fromAsync(blobs.read(bad))).rejects.toThrow(JSON.stringify(bad));
        await expect(blobs.withFile(bad, async () => undefined)).rejects.toThrow(JSON.stringify(bad));
        await expect(blobs.delete(bad)).rejects.toThrow(JSON.stringify(bad));
        expect(asked).toBe(false);
      });
    });

    describe('listing and deleting', () => {
      test('list finds by the beginning of the name, which need not end at a slash', async () => {
        for (const blob of names) await put(blob, blob);
        expect(await listed('')).toEqual(names.toSorted());
        expect(await listed('runs/')).toEqual(['runs/1/audio.wav', 'runs/1/deep/er/x', 'runs/10/audio.wav']);
        expect(await listed('runs/1')).toEqual(['runs/1/audio.wav', 'runs/1/deep/er/x', 'runs/10/audio.wav']);
        expect(await listed('runs/1/')).toEqual(['runs/1/audio.wav', 'runs/1/deep/er/x']);
        expect(await listed('runs/1/deep/er/x')).toEqual(['runs/1/deep/er/x']);
        expect(await listed('uploads/0b1f')).toEqual(['uploads/0b1f']);
        for (const nothing of ['run/', 'runs/1/audio.wav/', '../', '/', '.', 'runs/../', 'uploads/0b1f0']) {
          expect(await listed(nothing)).toEqual([]);
        }
      });

      test('an entry has the size and the time of the last write', async () => {
        await put('note', '12345');
        const [before] = await Array.fromAsync(blobs.list('note'));
        await put('note', '123');
        const [after] = await Array.fromAsync(blobs.list('note'));
        expect(before).toMatchObject<Partial<BlobEntry>>({ name: 'note', bytes: 5 });
        expect(after).toMatchObject<Partial<BlobEntry>>({ name: 'note', bytes: 3 });
        // Clocks differ, but not by a day.
        expect(Math.abs((after?.modifiedAt ?? 0) - Date.now())).toBeLessThan(86_400_000);
        expect(after?.modifiedAt).toBeGreaterThanOrEqual(before?.modifiedAt ?? Number.POSITIVE_INFINITY);
      });

      test('delete deletes that name alone, and a name that does not exist is no error', async () => {
        for (const blob of names) await put(blob, blob);
        await blobs.delete('runs/1/audio.wav');
        for (const nothing of ['runs/1/audio.wav', 'runs/1', 'runs', 'nothing/at/all', 'audio/x'])
          await blobs.delete(nothing);
        expect(await listed('')).toEqual(names.filter((blob) => blob !== 'runs/1/audio.wav').toSorted());
      });
    });

    describe('lending a file', () => {
      test('lends a path with the content, passes the result on, and an error too', async () => {
        await put('runs/1/audio.wav', 'sound');
        expect(await blobs.withFile('runs/1/audio.wav', (path) => readFile(path, 'utf8'))).toBe('sound');
        const reason = new Error('no ear for it');
        await expect(blobs.withFile('runs/1/audio.wav', () => Promise.reject(reason))).rejects.toBe(reason);
        expect(await listed('')).toEqual(['runs/1/audio.wav']);
      });

      test('the path holds while the blob is replaced or deleted', async () => {
        for (const change of [() => put('note', 'new'), () => blobs.delete('note')]) {
          await put('note', 'old');
          await blobs.withFile('note', async (path) => {
            await change();
            expect(await readFile(path, 'utf8')).toBe('old');
            expect((await listed('')).filter((blob) => blob !== 'note')).toEqual([]);
          });
        }
        expect(await listed('')).toEqual([]);
      });
    });
  });
}

/** A content in pieces of at most `size` bytes. */
async function* pieces(content: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}
