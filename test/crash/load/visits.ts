import { tone, wav } from '../../../plugins/transcripts/testing/sounds.ts';
import { newName, type Practice, type Visit } from '../practice.ts';

/**
 * What a recogniser of the campaign is told by: how long a recording is. No two have the same length, nor a whole number
 * of the frames in which open recordings are heard.
 */
let samples = 8_001;
const wavHead = 44;

/** A visit as a transcript. */
export function writtenVisit(practice: Practice): Visit {
  const mark = newName(practice);
  return {
    mark,
    content: new TextEncoder().encode(
      `WEBVTT\n\n00:00.000 --> 00:02.000\nThe patient reports pain ${mark} in the back.\n\n00:02.500 --> 00:04.000\nContinue ibuprofen 400 mg.\n`,
    ),
  };
}

/** A visit as sound. */
export function recordedVisit(): Visit {
  samples += 2;
  const size = wavHead + 2 * samples;
  return { mark: `size${size}`, size, content: new Uint8Array(wav(tone(samples / 16_000))) };
}

/** The same as it comes from a recorder, which does not know how long it will be. */
export function openVisit(): Visit {
  const visit = recordedVisit();
  const view = new DataView(visit.content.buffer);
  for (const at of [4, 54]) view.setUint32(at, 0xffffffff, true);
  return visit;
}
