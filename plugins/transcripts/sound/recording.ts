import { type Blobs, Problem } from 'chronoscribe';
import { bytesPerSample, type Decoder, sampleRate } from './decoder.ts';
import { loudnessMeter, loudnessWarnings } from './loudness.ts';
import { openSpool } from './spool.ts';
import { wavHeader } from './wav.ts';

interface Order {
  /** The upload's name in the blob store. */
  readonly upload: string;
  /** The name that the decoded sound gets there. */
  readonly target: string;
  readonly maxHours: number;
  readonly signal: AbortSignal;
}

interface Tools {
  readonly decoder: Decoder;
  readonly blobs: Blobs;
  /** For the sound while its length is not known; on the disk of the data, since a temporary folder is often held in memory. */
  readonly folder: string;
}

export interface DecodedRecording {
  readonly durationMs: number;
  /** For the clinician. */
  readonly warnings: readonly string[];
}

/**
 * Decodes an upload to a WAV file of 16 kHz, mono, 16 bits in the blob store, and measures it on the way. The WAV header needs
 * the length, so the samples go through a spool first; at no time is more than a piece of the sound in memory.
 *
 * @throws Problem `too-large` over `maxHours`, `no-speech` for silence, and what `Decoder` throws.
 */
export async function decodeRecording({ upload, target, maxHours, signal }: Order, tools: Tools): Promise<DecodedRecording> {
  const longest = maxHours * 3600 * sampleRate * bytesPerSample;
  const meter = loudnessMeter();
  const spool = await openSpool(tools.folder);
  try {
    const take = async (piece: Uint8Array) => {
      if (spool.bytes + piece.length > longest) throw tooLong(maxHours);
      meter.add(piece);
      await spool.append(piece);
    };
    const whole = await tools.blobs.withFile(upload, (path) => tools.decoder.decode(path, take, signal));
    const loudness = meter.result();
    const warnings = loudnessWarnings(loudness);
    const durationMs = Math.round((loudness.samples * 1000) / sampleRate);
    if (!whole) warnings.push(`The recording is damaged: it breaks off after ${Math.round(durationMs / 1000)} s.`);

    await tools.blobs.write(target, wavFile(spool.read(), spool.bytes), { signal });
    return { durationMs, warnings };
  } finally {
    await spool.close();
  }
}

async function* wavFile(samples: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  yield wavHeader(bytes);
  yield* samples;
}

function tooLong(maxHours: number): Problem {
  return new Problem('too-large', { detail: `The recording is longer than ${maxHours} h. Send it in parts.` });
}
