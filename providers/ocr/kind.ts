import { defineKind } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';

export { groupParagraphs, joinLines, listMarker } from './paragraphs.ts';

/** A picture to be read: a PNG file of 8 bits a channel on this machine, made by us from what was uploaded, that holds for as long as `read` runs. */
export interface OcrImage {
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface OcrOptions {
  /** BCP 47 tag of the text; undefined: as configured. */
  readonly language?: string | undefined;
  /** When it aborts, all work ends (a child is killed) and `read` rejects with its reason. */
  readonly signal: AbortSignal;
  /** 0 to 1, never falling. */
  progress(fraction: number): void;
}

export interface OcrLine {
  /** Not empty, trimmed, without a line break. */
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface OcrResult {
  /** In the order in which a person would read them. Empty where there is no text: nothing is ever invented. */
  readonly lines: readonly OcrLine[];
  readonly engine: Engine;
  /** For the clinician, for example that the picture is hard to read. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text in a picture (optical character recognition).
 *
 * What is not installed or cannot be reached is a `provider-unavailable` problem whose detail says which and how to mend it; an answer that makes no sense, a crash or a
 * hang of what reads is `provider-failed`. A picture never takes the host down.
 */
export interface Ocr {
  recognize(picture: OcrImage, options: OcrOptions): Promise<OcrResult>;
}

export const Ocr = defineKind<Ocr>('ocr');
