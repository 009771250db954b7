/** **Stable**: what a provider implements that reads the text in images. Its suite: `chronoscribe/contracts/ocr`. */

import { defineKind } from 'chronoscribe';
import type { Engine } from 'chronoscribe/kinds/transcriber';

export { groupLines, groupParagraphs, joinLines, listMarker } from './paragraphs.ts';

/**
 * An image to read: an 8-bit PNG on this machine, converted by us from the upload. The file exists while `recognize`
 * runs.
 */
export interface OcrImage {
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What is known of the text, and how the work is followed. */
export interface OcrOptions {
  /**
   * BCP 47 tag of the text; undefined means as configured. A language that the reader lacks is no error: it reads as
   * configured and adds a warning.
   */
  readonly language?: string | undefined;
  /** Aborts all work (a child process is killed); `recognize` then rejects with its reason. */
  readonly signal: AbortSignal;
  /** Called at least once with the completed share, 0 to 1, never decreasing. */
  progress(fraction: number): void;
}

/** A printed line. */
export interface OcrLine {
  /** Not empty, trimmed, without line breaks. */
  readonly text: string;
  /** How certain the reader is, 0 to 1. */
  readonly confidence: number;
}

/** The text of an image. */
export interface OcrResult {
  /** In reading order, one per printed line. Empty if there is no text: nothing is invented. */
  readonly lines: readonly OcrLine[];
  readonly engine: Engine;
  /** For the clinician, for example that the image is hard to read. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text in an image (optical character recognition). Clear print at 200 dpi is read without errors; images
 * that arrive at the same time are read independently.
 *
 * `provider-unavailable` means that something is not installed or cannot be reached; the detail says what and how to
 * fix it. `provider-failed` means an unusable answer, a crash or a hang. No image takes the host down.
 *
 * @example
 * ```ts
 * declare function myEngine(path: string, signal: AbortSignal): Promise<readonly string[]>;
 * const ocr: Ocr = {
 *   async recognize(_image, { signal, progress }) {
 *     signal.throwIfAborted();
 *     progress(1);
 *     return {
 *       lines: [{ text: 'Rest for two weeks.', confidence: 1 }],
 *       engine: { provider: 'parrot', model: null, version: null },
 *       warnings: [],
 *     };
 *   },
 * };
 * ```
 */
export interface Ocr {
  /**
   * Reads one image.
   *
   * @param picture the image file and its size in pixels
   * @param options language, cancellation and progress
   * @returns its lines, as plain JSON
   * @throws Problem `unreadable-file` if the file is missing or no image, `provider-unavailable`, `provider-failed`
   */
  recognize(picture: OcrImage, options: OcrOptions): Promise<OcrResult>;
}

export const Ocr = defineKind<Ocr>('ocr', { recognize: 'function' });
