import { z } from 'zod';

/** What an upload is answered with, now and whenever its run is asked for. */
export const ImageAnswer = z.object({
  id: z.string().describe('Of the record, a UUID'),
  analysis: z.string().describe('What the image shows, after the prompt; one statement on a line'),
  text: z.string().describe('The text in the image, line by line, as it was read'),
  width: z.int().describe('Pixels, as the image is to be seen'),
  height: z.int().describe('Pixels'),
  warnings: z.array(z.string()).describe('For the clinician: what was hard to read, what could not be checked'),
  createdAt: z.int().describe('Milliseconds since 1970'),
});
export type ImageAnswer = z.output<typeof ImageAnswer>;
