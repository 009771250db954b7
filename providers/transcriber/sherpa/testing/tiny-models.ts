import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Models } from 'chronoscribe';
import type { ModelFiles } from '../protocol.ts';
import { modelsOnDisk } from './models.ts';
import { writeTinyEmbedding, writeTinyVoiceActivity } from './tiny-voices.ts';
import { type WhisperScript, writeTinyWhisper } from './tiny-whisper.ts';

/**
 * Writes all models that recognition needs into a folder, which is made: Whisper, voice activity and, where `voices` is
 * set, an embedding.
 */
export async function writeTinyModels(
  folder: string,
  { voices = false, ...script }: WhisperScript & { readonly voices?: boolean } = {},
): Promise<ModelFiles> {
  await writeTinyWhisper(folder, script);
  await writeTinyVoiceActivity(folder);
  if (voices) await writeTinyEmbedding(folder);
  return {
    encoder: join(folder, 'tiny-encoder.onnx'),
    decoder: join(folder, 'tiny-decoder.onnx'),
    tokens: join(folder, 'tiny-tokens.txt'),
    joiner: null,
    voiceActivity: join(folder, 'silero_vad.onnx'),
    segmentation: null,
    embedding: voices ? join(folder, 'embedding.onnx') : null,
  };
}

/**
 * A machine on which Whisper tiny.en and Silero's detector are: models made by hand under the names of the real ones,
 * none for voices.
 */
export async function tinyModelsOnDisk(folder: string, script: WhisperScript = {}): Promise<Models> {
  const files = await writeTinyModels(folder, script);
  await rename(files.encoder, join(folder, 'tiny.en-encoder.int8.onnx'));
  await rename(files.decoder, join(folder, 'tiny.en-decoder.int8.onnx'));
  await rename(files.tokens, join(folder, 'tiny.en-tokens.txt'));
  return modelsOnDisk({ 'whisper-tiny.en': folder, 'silero-vad': folder });
}
