import type { Health } from 'chronoscribe';
import type { Decoder } from './decoder.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { npmDecoder } from './npm-decoder.ts';

export interface FoundDecoder {
  readonly decoder: Decoder;
  readonly health: Health;
}

/** The system's ffmpeg if it is on the path, else the decoder that comes with the host. */
export async function findDecoder(path: string): Promise<FoundDecoder> {
  const ffmpeg = await findFfmpeg(path);
  if (ffmpeg !== undefined) return { decoder: ffmpeg, health: { status: 'ok', detail: ffmpeg.description } };
  const decoder = npmDecoder();
  return {
    decoder,
    health: {
      status: 'ok',
      detail: `${decoder.description} (no ffmpeg on the path)`,
      hint: 'Install ffmpeg and restart the host: it decodes faster and knows more formats.',
    },
  };
}
