import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constant, floats, type GraphPart, input, integers, model, node, output } from './onnx.ts';

/** What a Whisper model made by hand says, whatever it hears. */
export interface WhisperScript {
  /** Seconds from the start of each stretch of speech, in steps of 0.02. */
  readonly segments?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** The codes that it knows, of which it detects the last; default: English only. */
  readonly languages?: readonly string[];
  /** Multiplications of large matrices for each stretch of speech: about 20 a second. */
  readonly effort?: number;
  /** Fails on every stretch of speech. */
  readonly failing?: boolean;
}

const defaultSegments = [
  { start: 0, end: 2, text: 'Good morning doctor.' },
  { start: 2, end: 5, text: 'I have a cough.' },
];

/** Positions that the decoder has. */
const context = 448;
const timeSteps = 1501;
const matrixSide = 1200;

/**
 * Writes encoder, decoder and tokens in sherpa-onnx's format into a folder, which is made. They prove loading and
 * reading, not recognition.
 */
export async function writeTinyWhisper(folder: string, script: WhisperScript = {}): Promise<string> {
  const { segments = defaultSegments, languages = [], effort = 0, failing = false } = script;
  const words = segments.flatMap(({ text }) => text.split(' ').map((word) => ` ${word}`));
  // The order of Whisper's own vocabulary.
  const eot = words.length;
  const sot = eot + 1;
  const [transcribe, translate, blank, noSpeech, noTimestamps] = [1, 2, 3, 4, 5].map(
    (at) => sot + languages.length + at,
  );
  const firstTime = sot + languages.length + 6;
  const vocabulary = firstTime + timeSteps;
  const prompt = languages.length === 0 ? [sot] : [sot, sot + 1, transcribe];

  const spoken: number[] = [];
  let word = 0;
  for (const { start, end, text } of segments) {
    const own = text.split(' ').map(() => word++);
    spoken.push(firstTime + Math.round(start / 0.02), ...own, firstTime + Math.round(end / 0.02));
  }
  const table = new Float32Array(context * vocabulary).fill(-10);
  for (let position = 0; position < context; position += 1) {
    const token = spoken[position - prompt.length + 1] ?? eot;
    table[position * vocabulary + token] = 10;
  }
  // Language is asked for at the first position.
  if (languages.length > 0) table[sot + languages.length] = 20;

  const metadata = {
    model_type: 'by hand',
    n_mels: 80,
    n_audio_ctx: 1500,
    n_audio_state: 4,
    n_audio_layer: 1,
    n_text_ctx: context,
    n_text_state: 4,
    n_text_layer: 1,
    n_vocab: vocabulary,
    sot,
    eot,
    transcribe: transcribe ?? 0,
    translate: translate ?? 0,
    blank_id: blank ?? 0,
    no_speech: noSpeech ?? 0,
    no_timestamps: noTimestamps ?? 0,
    sot_sequence: prompt.join(','),
    is_multilingual: languages.length > 0 ? 1 : 0,
    all_language_tokens: languages.map((_, at) => sot + 1 + at).join(','),
    all_language_codes: languages.join(','),
  };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'tiny-encoder.onnx'), model(encoder(effort, failing), metadata));
  await writeFile(join(folder, 'tiny-decoder.onnx'), model(decoder(table, vocabulary)));
  const tokens = words.map((each, at) => `${Buffer.from(each).toString('base64')} ${at}\n`).join('');
  await writeFile(join(folder, 'tiny-tokens.txt'), tokens);
  return folder;
}

function encoder(effort: number, failing: boolean): readonly GraphPart[] {
  // The matrices are all zero, but made of the sound, so that nothing can be reckoned beforehand.
  const work = Array.from({ length: effort }, (_, at) =>
    node('MatMul', ['square', at === 0 ? 'square' : `product${at - 1}`], [`product${at}`]),
  );
  return [
    node('ReduceMean', ['mel'], ['mean'], { axes: [2], keepdims: 1 }),
    node('ReduceMean', ['mel'], ['loudness'], { keepdims: 0 }),
    node('Mul', ['loudness', 'zero'], ['nothing']),
    node('Expand', ['nothing', 'side'], ['square']),
    ...work,
    node('ReduceMean', [effort === 0 ? 'square' : `product${effort - 1}`], ['worked'], { keepdims: 0 }),
    node('Add', ['mean', 'worked'], ['sum']),
    ...(failing ? [node('Reshape', ['sum', 'impossible'], ['shaped'])] : [node('Identity', ['sum'], ['shaped'])]),
    node('Unsqueeze', ['shaped', 'first'], ['n_layer_cross_k']),
    node('Identity', ['n_layer_cross_k'], ['n_layer_cross_v']),
    constant('zero', [], floats(0)),
    constant('side', [2], integers(matrixSide, matrixSide)),
    constant('first', [1], integers(0)),
    constant('impossible', [3], integers(1, 7, 11)),
    input('mel', ['n', 80, 'frames']),
    output('n_layer_cross_k', [1, 'n', 'state', 'one']),
    output('n_layer_cross_v', [1, 'n', 'state', 'one']),
  ];
}

/** Looks up what comes at each position, and depends on the encoder in name only. */
function decoder(table: Float32Array, vocabulary: number): readonly GraphPart[] {
  const cache = [1, 'n', context, 4] as const;
  const cross = [1, 'n', 'state', 'one'] as const;
  return [
    node('Shape', ['tokens'], ['shape']),
    node('Gather', ['shape', 'one'], ['count'], { axis: 0 }),
    node('Squeeze', ['offset', 'first'], ['from']),
    node('Add', ['from', 'count'], ['to']),
    node('Range', ['from', 'to', 'one'], ['positions']),
    node('Gather', ['table', 'positions'], ['rows'], { axis: 0 }),
    node('Unsqueeze', ['rows', 'first'], ['looked up']),
    node('ReduceSum', ['n_layer_cross_k'], ['k'], { keepdims: 0 }),
    node('ReduceSum', ['n_layer_cross_v'], ['v'], { keepdims: 0 }),
    node('Mul', ['k', 'zero'], ['no k']),
    node('Mul', ['v', 'zero'], ['no v']),
    node('Add', ['no k', 'no v'], ['nothing']),
    node('Add', ['looked up', 'nothing'], ['logits']),
    node('Identity', ['in_n_layer_self_k_cache'], ['out_n_layer_self_k_cache']),
    node('Identity', ['in_n_layer_self_v_cache'], ['out_n_layer_self_v_cache']),
    constant('table', [context, vocabulary], table),
    constant('one', [], integers(1)),
    constant('first', [1], integers(0)),
    constant('zero', [], floats(0)),
    input('tokens', ['n', 't'], 'integer'),
    input('in_n_layer_self_k_cache', cache),
    input('in_n_layer_self_v_cache', cache),
    input('n_layer_cross_k', cross),
    input('n_layer_cross_v', cross),
    input('offset', [1], 'integer'),
    output('logits', ['n', 't', vocabulary]),
    output('out_n_layer_self_k_cache', cache),
    output('out_n_layer_self_v_cache', cache),
  ];
}
