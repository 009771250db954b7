import { open } from 'node:fs/promises';
import { bytesPerSample, type SoundPlace, samplesPerSecond, soundPlace } from '../wav.ts';

export const bytesPerMs = (samplesPerSecond * bytesPerSample) / 1000;

/** Where the samples of the recording at `path` lie, see `soundPlace`. */
export async function soundPlaceOf(path: string): Promise<SoundPlace> {
  await using file = await open(path);
  return await soundPlace(file);
}
