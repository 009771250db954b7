import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constant, floats, input, integers, model, node, output } from '../../../transcriber/sherpa/testing/onnx.ts';

const caseOf = { lower: 0, upper: 1, capital: 2 } as const;
const markOf = { '': 0, ',': 1, '.': 2, '?': 3 } as const;

/** What the model says of a word. */
interface Prediction {
  readonly letters?: keyof typeof caseOf;
  readonly mark?: keyof typeof markOf;
}

/**
 * Writes a model of the shape of sherpa-onnx's English one, made by hand: it knows the words that it is given, and says
 * the same of a word wherever it stands.
 */
export async function writeTinyPunctuation(
  folder: string,
  words: Readonly<Record<string, Prediction>>,
): Promise<string> {
  const letters = [..."abcdefghijklmnopqrstuvwxyz'"];
  const pieces = ['<unk>', '<s>', '</s>', '▁', ...letters, ...Object.keys(words).map((word) => `▁${word}`)];
  const table = (choice: (prediction: Prediction) => number) =>
    Float32Array.from(
      pieces.flatMap((piece) => {
        const chosen = choice(words[piece.slice(1)] ?? {});
        return [0, 1, 2, 3].map((at) => (at === chosen ? 1 : 0));
      }),
    );
  const parts = [
    node('Cast', ['wide one'], ['one'], { to: 6 }),
    node('Cast', ['wide two'], ['two'], { to: 6 }),
    // Words, without the marks of the beginning (1) and the end (2): the first piece of each is valid.
    node('Equal', ['valid_ids', 'one'], ['first']),
    node('Greater', ['token_ids', 'two'], ['word']),
    node('And', ['first', 'word'], ['known']),
    node('Cast', ['known'], ['flags'], { to: 1 }),
    node('NonZero', ['flags'], ['places']),
    node('Transpose', ['places'], ['indices'], { perm: [1, 0] }),
    node('GatherND', ['token_ids', 'indices'], ['tokens']),
    node('Cast', ['label_lens'], ['lengths'], { to: 1 }),
    node('ReduceSum', ['lengths'], ['length'], { keepdims: 0 }),
    node('Mul', ['length', 'zero'], ['nothing']),
    node('Gather', ['cases', 'tokens'], ['cases of words'], { axis: 0 }),
    node('Gather', ['marks', 'tokens'], ['marks of words'], { axis: 0 }),
    node('Add', ['cases of words', 'nothing'], ['case_logits']),
    node('Add', ['marks of words', 'nothing'], ['punct_logits']),
    constant('wide one', [], integers(1)),
    constant('wide two', [], integers(2)),
    constant('zero', [], floats(0)),
    constant(
      'cases',
      [pieces.length, 4],
      table(({ letters: chosen = 'lower' }) => caseOf[chosen]),
    ),
    constant(
      'marks',
      [pieces.length, 4],
      table(({ mark = '' }) => markOf[mark]),
    ),
    input('token_ids', ['n', 200], 'integer32'),
    input('valid_ids', ['n', 200], 'integer32'),
    input('label_lens', ['n'], 'integer32'),
    output('case_logits', ['t', 4]),
    output('punct_logits', ['t', 4]),
  ];
  await mkdir(folder, { recursive: true });
  const metadata = { COMMA: 1, PERIOD: 2, QUESTION: 3, UPPER: 1, CAP: 2, MIX_CASE: 3 };
  await writeFile(join(folder, 'model.int8.onnx'), model(parts, metadata));
  await writeFile(join(folder, 'bpe.vocab'), pieces.map((piece) => `${piece}\t-1\n`).join(''));
  return folder;
}
