import { z } from 'zod/mini';
import { sendSignedIn } from '../shared/api.ts';

/** The consultation that `chronoscribe try` uses: the build copies it beside the application. */
const file = new URL('../../../../../config/tour/consultation.vtt', import.meta.url);

/** The name that the sample is sent under, by which it is known as one. */
const title = 'chronoscribe-sample-visit.vtt';

export const isSample = (record: { readonly title: string }): boolean => record.title === title;

/** Sends an invented consultation. It is a transcript, so no recogniser is needed. @returns the id of its record */
export async function makeSampleVisit(patient: string): Promise<string> {
  const form = new FormData();
  form.set('file', await (await fetch(file)).blob(), title);
  form.set('patient', JSON.stringify({ name: patient }));
  return z.object({ id: z.string() }).parse(await sendSignedIn('POST', '/api/v1/transcripts/upload_audio_file', form))
    .id;
}
