import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archive } from './testing/archives.ts';
import { packedParrot, parrotFile } from './testing/parrot.ts';
import { modelScene, problemOf } from './testing/scene.ts';

const scene = modelScene();
const { at, ensure, unfinished } = scene;

describe('the archive of a model', () => {
  test('is unpacked into the folder of its model, whatever paths it holds', async () => {
    scene.server.replace(archive('climbing'));
    await ensure(packedParrot(scene.server.url));
    expect((await readdir(at('parrot-small'))).toSorted()).toEqual(['encoder.onnx', 'model.json', 'tokens.txt']);
    expect(await readdir(dirname(at()))).toEqual(['models']);
  });

  test.each([
    ['has links in place of files', archive('linked'), 'does not hold encoder.onnx, tokens.txt'],
    ['holds a name twice', archive('twice'), 'holds encoder.onnx twice'],
    ['lacks a file', archive('lacking'), 'does not hold tokens.txt'],
    ['grows beyond all measure', archive('bomb'), 'holds more than 67108864 bytes'],
    ['is cut', archive('parrot').subarray(0, -20), 'damaged'],
    ['was changed in one bit', flipped(archive('parrot'), 100), 'damaged'],
    ['is no bzip2', parrotFile, 'no bzip2 file'],
    ['is bzip2 of no tar', archive('noTar'), 'no tar archive'],
    ['is empty', Buffer.alloc(0), 'no tar archive'],
  ])('that %s is refused, and nothing of it is kept', async (_, bytes, said) => {
    scene.server.replace(bytes);
    const problem = await problemOf(ensure(packedParrot(scene.server.url)));
    expect(problem).toMatchObject({ code: 'provider-unavailable', transient: false });
    expect(problem.detail).toContain(said);
    expect(await unfinished()).toEqual([]);
    expect(await readdir(at())).toEqual(['.partial']);
  });

  function flipped(bytes: Buffer, place: number): Buffer {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    return changed;
  }
});
