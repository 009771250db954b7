/** Sounds and files made for tests. */

/** A tone of `hertz` at `level` (0 to 1), as samples between -1 and 1. */
export function tone(seconds: number, { rate = 16_000, hertz = 440, level = 0.3 } = {}): Float32Array {
  return Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => level * Math.sin((2 * Math.PI * hertz * i) / rate),
  );
}

type Encoding = 'pcm8' | 'pcm16' | 'pcm24' | 'float32' | 'float64' | 'alaw';

const encodings: Readonly<
  Record<Encoding, { tag: number; bytes: number; write(view: DataView, at: number, value: number): void }>
> = {
  pcm8: { tag: 1, bytes: 1, write: (view, at, value) => view.setUint8(at, Math.round(value * 127) + 128) },
  pcm16: { tag: 1, bytes: 2, write: (view, at, value) => view.setInt16(at, Math.round(value * 32_767), true) },
  pcm24: {
    tag: 1,
    bytes: 3,
    write(view, at, value) {
      const sample = Math.round(value * 8_388_607);
      view.setUint16(at, sample & 0xffff, true);
      view.setInt8(at + 2, sample >> 16);
    },
  },
  float32: { tag: 3, bytes: 4, write: (view, at, value) => view.setFloat32(at, value, true) },
  float64: { tag: 3, bytes: 8, write: (view, at, value) => view.setFloat64(at, value, true) },
  alaw: { tag: 6, bytes: 1, write: (view, at, value) => view.setUint8(at, alaw(Math.round(value * 32_767))) },
};

/**
 * A WAV file of one or more equal channels. A `fact` chunk puts float samples off their natural alignment, as ffmpeg
 * writes them.
 */
export function wav(
  sound: Float32Array,
  { rate = 16_000, channels = 1, encoding = 'pcm16' as Encoding } = {},
): Uint8Array {
  const { tag, bytes, write } = encodings[encoding];
  const start = 58;
  const file = new Uint8Array(start + sound.length * channels * bytes);
  const view = new DataView(file.buffer);
  const chunk = (at: number, name: string, size: number) => {
    file.set(new TextEncoder().encode(name), at);
    view.setUint32(at + 4, size, true);
  };
  chunk(0, 'RIFF', file.length - 8);
  chunk(8, 'WAVE', 0);
  chunk(12, 'fmt ', 18);
  view.setUint16(20, tag, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * channels * bytes, true);
  view.setUint16(32, channels * bytes, true);
  view.setUint16(34, bytes * 8, true);
  chunk(38, 'fact', 4);
  view.setUint32(46, sound.length, true);
  chunk(50, 'data', file.length - start);
  sound.forEach((value, i) => {
    for (let channel = 0; channel < channels; channel += 1)
      write(view, start + (i * channels + channel) * bytes, value);
  });
  return file;
}

/** ITU-T G.711. */
function alaw(sample: number): number {
  const size = Math.min(32_635, Math.abs(sample));
  const exponent = size < 256 ? 0 : Math.floor(Math.log2(size)) - 7;
  const mantissa = (size >> (exponent === 0 ? 4 : exponent + 3)) & 15;
  return ((sample < 0 ? 0 : 128) | (exponent << 4) | mantissa) ^ 0x55;
}

/** An AMR narrow-band file of 20 ms frames at 12.2 kbit/s, whose bits are noise: every frame decodes to some sound. */
export function amr(frames: number): Uint8Array {
  let random = 1;
  const byte = () => {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    return random >> 16;
  };
  const content = Array.from({ length: frames }, () => [0x3c, ...Array.from({ length: 31 }, byte)]).flat();
  return new Uint8Array([...new TextEncoder().encode('#!AMR\n'), ...content]);
}
