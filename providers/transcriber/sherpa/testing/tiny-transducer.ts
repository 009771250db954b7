import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from '../protocol.ts';
import { constant, floats, input, integers, model, node, output } from './onnx.ts';
import { writeTinyVoiceActivity } from './tiny-voices.ts';

/** Durations that the joiner chooses from, in frames of 80 ms: from 0, as Parakeet's. */
const durations = 5;
const hidden = 2;

/** Pieces of words; those that begin a word start with `▁`. */
const script: readonly string[] = ['▁Good', '▁morning.', '▁Take', '▁2', '.5', '▁milligrams.'];

/**
 * Writes a token-and-duration transducer of Parakeet's shape, made by hand: whatever it hears, it says the pieces, one
 * every four frames. It proves loading and reading, not recognition.
 */
export async function writeTinyTransducer(folder: string, pieces = script): Promise<ModelFiles> {
  const blank = pieces.length;
  const columns = blank + 1 + durations;
  // A row for each token that was said last: the next one, or blank after the last; then four frames go by.
  const table = new Float32Array((blank + 1) * columns).fill(-10);
  for (let last = 0; last <= blank; last += 1) {
    table[last * columns + (last === blank ? 0 : last + 1)] = 10;
    table[last * columns + blank + 1 + 4] = 10;
  }
  const encoder = [
    node('ReduceMean', ['audio_signal'], ['outputs'], { axes: [1], keepdims: 1 }),
    node('Identity', ['length'], ['encoded_lengths']),
    input('audio_signal', ['n', 128, 'frames']),
    input('length', ['n'], 'integer'),
    output('outputs', ['n', 1, 'frames']),
    output('encoded_lengths', ['n'], 'integer'),
  ];
  const decoder = [
    node('Cast', ['targets'], ['token'], { to: 1 }),
    node('Unsqueeze', ['token', 'last'], ['outputs']),
    node('Identity', ['target_length'], ['prednet_lengths']),
    node('Identity', ['states.1'], ['next.1']),
    node('Identity', ['states.2'], ['next.2']),
    constant('last', [1], integers(1)),
    input('targets', ['n', 'u'], 'integer32'),
    input('target_length', ['n'], 'integer32'),
    input('states.1', [1, 'n', hidden]),
    input('states.2', [1, 'n', hidden]),
    output('outputs', ['n', 1, 'u']),
    output('prednet_lengths', ['n'], 'integer32'),
    output('next.1', [1, 'n', hidden]),
    output('next.2', [1, 'n', hidden]),
  ];
  const joiner = [
    node('Cast', ['decoder_outputs'], ['token'], { to: 7 }),
    node('Gather', ['table', 'token'], ['looked up'], { axis: 0 }),
    node('ReduceSum', ['encoder_outputs'], ['sound'], { keepdims: 0 }),
    node('Mul', ['sound', 'zero'], ['nothing']),
    node('Add', ['looked up', 'nothing'], ['outputs']),
    constant('table', [blank + 1, columns], table),
    constant('zero', [], floats(0)),
    input('encoder_outputs', ['n', 1, 't']),
    input('decoder_outputs', ['n', 1, 'u']),
    output('outputs', ['n', 't', 'u', columns]),
  ];
  const metadata = {
    vocab_size: blank,
    subsampling_factor: 8,
    normalize_type: 'per_feature',
    pred_rnn_layers: 1,
    pred_hidden: hidden,
    feat_dim: 128,
    url: 'a tdt model made by hand',
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'encoder.int8.onnx'), model(encoder, metadata));
  await writeFile(join(folder, 'decoder.int8.onnx'), model(decoder));
  await writeFile(join(folder, 'joiner.int8.onnx'), model(joiner));
  await writeFile(join(folder, 'tokens.txt'), [...pieces, '<blk>'].map((token, at) => `${token} ${at}\n`).join(''));
  await writeTinyVoiceActivity(folder);
  return {
    encoder: join(folder, 'encoder.int8.onnx'),
    decoder: join(folder, 'decoder.int8.onnx'),
    joiner: join(folder, 'joiner.int8.onnx'),
    tokens: join(folder, 'tokens.txt'),
    voiceActivity: join(folder, 'silero_vad.onnx'),
    segmentation: null,
    embedding: null,
  };
}
