/**
 * **Internal**: who speaks when in a recording, for recognisers that cut it there: one implementation for them and for
 * the diarizer.
 *
 * @example
 * const finder = voiceFinder(sherpa, { segmentation, embedding }, threads, (part) => tell(part));
 * const turns = await finder.findTurns(sound, await findSpeech(sherpa, sound, model, progress), null, progress);
 */

export { filesByRole, identifyRoles, type ModelRole, roleOf } from './sherpa/model-roles.ts';
export { missingNativeLibrary, takeOrder, threadsSetting } from './sherpa/native-library.ts';
export {
  findSpeech,
  longestSpan,
  openSamples,
  type SampleReader,
  type Span,
  sampleRate,
  samplesAt,
  toMilliseconds,
} from './sherpa/speech.ts';
export {
  embeddingPackage,
  missingModels,
  pullCommand,
  segmentationPackage,
  voiceActivityPackage,
  voicePackages,
} from './sherpa/voice-models.ts';
export { type Turn, voiceFinder } from './sherpa/voices.ts';
