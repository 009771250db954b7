import { Problem } from 'chronoscribe';
import { type DiarizeOptions, type Diarizer, withSpeakers } from 'chronoscribe/kinds/diarizer';
import type { Recording, SpeakerTurn, Transcription } from 'chronoscribe/kinds/transcriber';

/**
 * Tells voices apart where the transcriber did not: by the channels of the recording if each person has one, else by the
 * diarizer. Where that fails all have one speaker, with a warning, since a transcript without speakers is better than none.
 *
 * @param turns of the channels
 */
export async function withVoices(
  diarizer: Diarizer,
  heard: Transcription,
  { turns, ...recording }: Recording & { readonly turns: readonly SpeakerTurn[] | undefined },
  options: DiarizeOptions,
): Promise<Transcription> {
  const { utterances, warnings, speakersAreFinal = utterances.some(({ speaker }) => speaker !== null) } = heard;
  if (speakersAreFinal || utterances.length === 0 || options.speakers === 1) return heard;
  try {
    const found = turns ?? (await diarizer.diarize(recording, options));
    return { ...heard, utterances: withSpeakers(utterances, found, options.speakers) };
  } catch (thrown) {
    options.signal.throwIfAborted();
    if (!(thrown instanceof Problem)) throw thrown;
    return { ...heard, warnings: [...warnings, `Speakers were not told apart. ${thrown.detail}`] };
  }
}
