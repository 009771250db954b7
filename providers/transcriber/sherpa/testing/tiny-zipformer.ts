import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constant, floats, input, integers, model, node, output } from './onnx.ts';
import { writeTinyVoiceActivity } from './tiny-voices.ts';

/** How many pieces the decoder is given: the one before the last is passed over. */
const context = 2;

/**
 * Writes a transducer of the shape of icefall's Zipformer, made by hand: whatever it hears, it says the pieces, one in
 * each frame of 40 ms. It proves loading and reading, not recognition.
 */
export async function writeTinyZipformer(folder: string, pieces: readonly string[]): Promise<void> {
  const size = pieces.length + 1;
  // A row for each token that was said last: the next one, or after the last, blank, which is number 0.
  const table = new Float32Array(size * size).fill(-10);
  for (let last = 0; last < size; last += 1) table[last * size + ((last + 1) % size)] = 10;
  const encoder = [
    node('ReduceMean', ['x'], ['mean'], { axes: [2], keepdims: 1 }),
    node('Slice', ['mean', 'first', 'end', 'time', 'four'], ['encoder_out']),
    node('Add', ['x_lens', 'three'], ['padded']),
    node('Div', ['padded', 'four'], ['encoder_out_lens']),
    constant('first', [1], integers(0)),
    constant('end', [1], integers(1_000_000)),
    constant('time', [1], integers(1)),
    constant('four', [1], integers(4)),
    constant('three', [1], integers(3)),
    input('x', ['n', 't', 80]),
    input('x_lens', ['n'], 'integer'),
    output('encoder_out', ['n', 's', 1]),
    output('encoder_out_lens', ['n'], 'integer'),
  ];
  const decoder = [
    node('Gather', ['y', 'last'], ['token'], { axis: 1 }),
    node('Cast', ['token'], ['decoder_out'], { to: 1 }),
    constant('last', [1], integers(context - 1)),
    input('y', ['n', context], 'integer'),
    output('decoder_out', ['n', 1]),
  ];
  const joiner = [
    node('ReduceSum', ['decoder_out', 'one'], ['token'], { keepdims: 0 }),
    node('Cast', ['token'], ['row'], { to: 7 }),
    node('Gather', ['table', 'row'], ['looked up'], { axis: 0 }),
    node('Mul', ['encoder_out', 'zero'], ['nothing']),
    node('Add', ['looked up', 'nothing'], ['logit']),
    constant('one', [1], integers(1)),
    constant('table', [size, size], table),
    constant('zero', [], floats(0)),
    input('encoder_out', ['n', 1]),
    input('decoder_out', ['n', 1]),
    output('logit', ['n', size]),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'encoder.onnx'), model(encoder));
  await writeFile(join(folder, 'decoder.onnx'), model(decoder, { vocab_size: size, context_size: context }));
  await writeFile(join(folder, 'joiner.onnx'), model(joiner));
  await writeFile(join(folder, 'tokens.txt'), ['<blk>', ...pieces].map((token, at) => `${token} ${at}\n`).join(''));
  await writeTinyVoiceActivity(folder);
}
