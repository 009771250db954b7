/**
 * The little of ONNX that is needed to write models by hand: protocol buffers as in onnx.proto, operators as in opset
 * 13.
 */

type Bytes = Uint8Array;

/** Part of a graph, encoded. */
export type GraphPart = { readonly bytes: Bytes };

type Attribute = number | readonly number[];
type Dimension = number | string;

const floatType = 1;
const integerType = 7;
const tensorTypes = { float: floatType, integer32: 6, integer: integerType } as const;
type TensorType = keyof typeof tensorTypes;

/** A node of the graph: an operator, the names of what it takes and what it makes. */
export function node(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, Attribute>> = {},
): GraphPart {
  const described = Object.entries(attributes).map(([name, value]) => field(5, attribute(name, value)));
  const names = [...inputs.map((name) => field(1, text(name))), ...outputs.map((name) => field(2, text(name)))];
  return { bytes: field(1, concat([...names, field(4, text(operator)), ...described])) };
}

/** A constant: 32-bit floats, or integers of 64 bits. */
export function constant(name: string, dimensions: readonly number[], values: Float32Array | BigInt64Array): GraphPart {
  const type = values instanceof Float32Array ? floatType : integerType;
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  return {
    bytes: field(
      5,
      concat([...dimensions.map((each) => number(1, each)), number(2, type), field(8, text(name)), field(9, raw)]),
    ),
  };
}

export function input(name: string, dimensions: readonly Dimension[], type: TensorType = 'float'): GraphPart {
  return { bytes: field(11, valueInfo(name, dimensions, type)) };
}

export function output(name: string, dimensions: readonly Dimension[], type: TensorType = 'float'): GraphPart {
  return { bytes: field(12, valueInfo(name, dimensions, type)) };
}

/** A whole model, as it stands in a file. */
export function model(parts: readonly GraphPart[], metadata: Readonly<Record<string, string | number>> = {}): Bytes {
  const graph = concat([...parts.map(({ bytes }) => bytes), field(2, text('graph'))]);
  const properties = Object.entries(metadata).map(([key, value]) =>
    field(14, concat([field(1, text(key)), field(2, text(String(value)))])),
  );
  const opset = concat([field(1, text('')), number(2, 13)]);
  return concat([number(1, 8), field(2, text('by hand')), field(7, graph), field(8, opset), ...properties]);
}

export const integers = (...values: readonly number[]) => BigInt64Array.from(values.map(BigInt));
export const floats = (...values: readonly number[]) => Float32Array.from(values);

function attribute(name: string, value: Attribute): Bytes {
  if (typeof value === 'number') return concat([field(1, text(name)), number(3, value), number(20, 2)]);
  return concat([field(1, text(name)), ...value.map((each) => number(8, each)), number(20, 7)]);
}

function valueInfo(name: string, dimensions: readonly Dimension[], type: TensorType): Bytes {
  const shape = concat(
    dimensions.map((each) => field(1, typeof each === 'number' ? number(1, each) : field(2, text(each)))),
  );
  const tensor = concat([number(1, tensorTypes[type]), field(2, shape)]);
  return concat([field(1, text(name)), field(2, field(1, tensor))]);
}

/** A field of a message that holds bytes. */
function field(key: number, bytes: Bytes): Bytes {
  return concat([variable((key << 3) | 2), variable(bytes.length), bytes]);
}

function number(key: number, value: number): Bytes {
  return concat([variable(key << 3), variable(value)]);
}

/** An integer in groups of seven bits. */
function variable(value: number): Bytes {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Uint8Array.from([...bytes, Number(rest)]);
}

function text(characters: string): Bytes {
  return new TextEncoder().encode(characters);
}

function concat(pieces: readonly Bytes[]): Bytes {
  return new Uint8Array(Buffer.concat(pieces));
}
