import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constant, floats, input, model, node, output } from './onnx.ts';

/** Writes a voice activity detector in Silero's format (version 5) that takes whatever is loud for speech. */
export async function writeTinyVoiceActivity(folder: string): Promise<void> {
  const parts = [
    node('Abs', ['input'], ['size']),
    node('ReduceMean', ['size'], ['mean'], { axes: [1], keepdims: 1 }),
    node('Mul', ['mean', 'gain'], ['loudness']),
    node('Clip', ['loudness', 'least', 'most'], ['output']),
    node('Identity', ['state'], ['stateN']),
    constant('gain', [], floats(50)),
    constant('least', [], floats(0)),
    constant('most', [], floats(1)),
    input('input', [1, 576]),
    input('state', [2, 1, 128]),
    input('sr', [1], 'integer'),
    output('output', [1, 1]),
    output('stateN', [2, 1, 128]),
  ];
  await writeFile(join(folder, 'silero_vad.onnx'), model(parts));
}

const cepstra = 24;
const melBands = 80;

/**
 * Writes a "speaker embedding" of mean and spread of cepstral coefficients (MFCC): enough to prove that embeddings are
 * made and compared, and nothing that a real recording should be trusted to.
 */
export async function writeTinyEmbedding(folder: string): Promise<void> {
  const cosines = Float32Array.from({ length: melBands * cepstra }, (_, at) => {
    const [band, coefficient] = [Math.floor(at / cepstra), (at % cepstra) + 1];
    return Math.cos((Math.PI * coefficient * (2 * band + 1)) / (2 * melBands));
  });
  const parts = [
    node('MatMul', ['x', 'cosines'], ['cepstra']),
    node('ReduceMean', ['cepstra'], ['mean'], { axes: [1], keepdims: 0 }),
    node('Mul', ['cepstra', 'cepstra'], ['squares']),
    node('ReduceMean', ['squares'], ['meanOfSquares'], { axes: [1], keepdims: 0 }),
    node('Mul', ['mean', 'mean'], ['squareOfMean']),
    node('Sub', ['meanOfSquares', 'squareOfMean'], ['variance']),
    node('Abs', ['variance'], ['positive']),
    node('Sqrt', ['positive'], ['spread']),
    node('Concat', ['mean', 'spread'], ['embedding'], { axis: 1 }),
    constant('cosines', [melBands, cepstra], cosines),
    input('x', ['n', 'frames', melBands]),
    output('embedding', ['n', 2 * cepstra]),
  ];
  const metadata = {
    framework: 'wespeaker',
    language: 'any',
    url: '',
    comment: 'by hand',
    sample_rate: 16_000,
    output_dim: 2 * cepstra,
    normalize_samples: 0,
    feature_normalize_type: '',
  };
  await writeFile(join(folder, 'embedding.onnx'), model(parts, metadata));
}

/** Writes a segmentation in pyannote's format that hears one voice wherever it is loud. */
export async function writeTinySegmentation(folder: string): Promise<void> {
  const classes = 7;
  const [window, field, shift] = [160_000, 991, 270];
  const never = Array.from({ length: classes - 2 }, () => 'never');
  const parts = [
    node('Abs', ['x'], ['size']),
    node('AveragePool', ['size'], ['loud'], { kernel_shape: [field], strides: [shift] }),
    node('Mul', ['loud', 'zero'], ['same']),
    node('Add', ['same', 'quiet'], ['silence']),
    node('Sub', ['same', 'quiet'], ['never']),
    node('Concat', ['silence', 'loud', ...never], ['byClass'], { axis: 1 }),
    node('Transpose', ['byClass'], ['y'], { perm: [0, 2, 1] }),
    constant('zero', [], floats(0)),
    constant('quiet', [], floats(0.01)),
    input('x', ['n', 1, 'samples']),
    output('y', ['n', 'frames', classes]),
  ];
  const metadata = {
    sample_rate: 16_000,
    window_size: window,
    receptive_field_size: field,
    receptive_field_shift: shift,
    num_speakers: 3,
    powerset_max_classes: 2,
    num_classes: classes,
  };
  await writeFile(join(folder, 'segmentation.onnx'), model(parts, metadata));
}
