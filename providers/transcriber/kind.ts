/**
 * **Stable**: what a recogniser implements, and how words and times of other programs are read. Its suite:
 * `chronoscribe/contracts/transcriber`.
 */

import { defineKind } from 'chronoscribe';
import type { Transcriber as TranscriberShape } from './transcriber.ts';

export { credible } from './credible.ts';
export { type CueBlock, type CueVoice, cueBlocks, cueVoices } from './cues.ts';
export {
  HeardSegment,
  utteranceOfSegment,
  utteranceOfTokens,
  utteranceOfTurn,
  WhisperCppSegment,
} from './heard-segments.ts';
export { HeardWords, spokenWords, wordsOfCue } from './heard-words.ts';
export { withListedWords, withText, wordsIn } from './spoken-words.ts';
export type {
  Engine,
  Recording,
  SpeakerTurn,
  SpokenWord,
  TextWord,
  TranscribeOptions,
  Transcription,
  Utterance,
} from './transcriber.ts';
export { bytesPerSample, findSamples, samplesPerSecond, wavHeader } from './wav.ts';

/** Speech recognition with times and speakers. */
export interface Transcriber extends TranscriberShape {}

export const Transcriber = defineKind<Transcriber>('transcriber', { transcribe: 'function' });
