import type { TestResponse } from 'chronoscribe/testing';
import sharp from 'sharp';
import { expect } from 'vitest';
import { page, pdfOf } from '../../plugins/pdfs/testing/pdf-writer.ts';
import { printed } from '../../providers/ocr/testing/printed.ts';
import { obedientModel } from '../doubles/obedient-model.ts';
import { type Scene, transcript } from './scene.ts';

export const audio = '/api/v1/transcripts/upload_audio_file';
export const grid = '/api/v1/transcripts/grid_chiropractor';
export const image = '/api/v1/transcripts/upload_image_file';
export const pdf = '/api/v1/transcripts/upload_pdf_files';

/** Somewhere that an order can be written, and the upload that carries it. */
export interface Place {
  readonly name: string;
  readonly endpoint: typeof audio | typeof grid | typeof image | typeof pdf;
  /** Whether what is written there is shown to the model at all. */
  readonly isRead: boolean;
  send(scene: Scene, order: string): Promise<TestResponse>;
}

const knee = ['Patient', 'My knee hurts.'] as const;
const visit = (...said: readonly string[]) => transcript(knee, ...said.map((words) => ['Patient', words] as const));
const letter = (...lines: readonly string[]) =>
  new File([pdfOf([page('Seen for knee pain.', ...lines)])], 'letter.pdf');
const scan = (...lines: readonly string[]) => new File([new Uint8Array(printed(lines))], 'scan.png');

/** Every place of an upload that is not ours. */
export const places: readonly Place[] = [
  {
    name: 'the words of a transcript',
    endpoint: audio,
    isRead: true,
    send: (scene, order) => scene.send(audio, 'file', visit(order)),
  },
  {
    name: 'the prompt for a note',
    endpoint: audio,
    isRead: true,
    send: (scene, order) => scene.send(audio, 'file', visit(), { text: order }),
  },
  {
    name: 'the name of a speaker',
    endpoint: audio,
    isRead: false,
    send: (scene, order) => scene.send(audio, 'file', transcript(knee, [order, 'Ice helps.'])),
  },
  {
    name: 'the language of a recording',
    endpoint: audio,
    isRead: false,
    send: (scene, order) =>
      scene.send(audio, 'file', visit(), { language: `en-x-${(order.match(/\w{1,8}/g) ?? []).join('-')}` }),
  },
  {
    name: 'the name of a recording',
    endpoint: audio,
    isRead: false,
    send: (scene, order) => scene.send(audio, 'file', new File([visit()], `../../${order}.vtt`)),
  },
  {
    name: 'the words of a chiropractic visit',
    endpoint: grid,
    isRead: true,
    send: (scene, order) => scene.send(grid, 'file', visit(order)),
  },
  {
    name: 'the prompt for a grid',
    endpoint: grid,
    isRead: true,
    send: (scene, order) => scene.send(grid, 'file', visit(), { text: order }),
  },
  {
    name: 'the text in an image',
    endpoint: image,
    isRead: true,
    send: (scene, order) => scene.send(image, 'file', scan('Knee pain.', order)),
  },
  {
    name: 'an image without text, as a model sees it',
    endpoint: image,
    isRead: true,
    send(scene, order) {
      // The double has no eyes: it is told what is on the picture that it is sent.
      scene.reply((chat) =>
        obedientModel({
          ...chat,
          messages: chat.messages.map(({ text, images }) => ({ text, images: images.map(() => Buffer.from(order)) })),
        }),
      );
      return scene.send(image, 'file', scan());
    },
  },
  {
    name: 'the prompt for an image',
    endpoint: image,
    isRead: true,
    send: (scene, order) => scene.send(image, 'file', scan('Knee pain.'), { text: order }),
  },
  {
    name: 'the text of a PDF',
    endpoint: pdf,
    isRead: true,
    send: (scene, order) => scene.send(pdf, 'files', letter(order)),
  },
  {
    name: 'a scanned page of a PDF',
    endpoint: pdf,
    isRead: true,
    send: async (scene, order) => scene.send(pdf, 'files', await scannedLetter('Seen for knee pain.', order)),
  },
  {
    name: 'a form field of a PDF',
    endpoint: pdf,
    isRead: true,
    send: (scene, order) =>
      scene.send(
        pdf,
        'files',
        new File(
          [pdfOf([{ ...page('Knee pain.'), fields: [{ value: order, rect: [72, 600, 500, 620] }] }])],
          'form.pdf',
        ),
      ),
  },
  {
    name: 'the prompt for a PDF',
    endpoint: pdf,
    isRead: true,
    send: (scene, order) => scene.send(pdf, 'files', letter(), { text: order }),
  },
  {
    name: 'the title and the script of a PDF',
    endpoint: pdf,
    isRead: false,
    send: (scene, order) =>
      scene.send(
        pdf,
        'files',
        new File([pdfOf([page('Seen for knee pain.')], { title: order, script: order })], `${order}.pdf`),
      ),
  },
  {
    name: 'what a PDF wants its reader to open',
    endpoint: pdf,
    isRead: false,
    send: (scene, order) => {
      const action = `<< /S /URI /URI (${scene.elsewhere}/${order.replaceAll(' ', '%20')}) >>`;
      const parts = { ...page('Seen for knee pain.'), entries: `/AA << /O ${action} /C ${action} >>` };
      return scene.send(pdf, 'files', new File([pdfOf([parts])], 'letter.pdf'));
    },
  },
  {
    // A picture that goes to the model with it would be obeyed: the double reads the bytes of what it is sent.
    name: 'the metadata of an image',
    endpoint: image,
    isRead: false,
    async send(scene, order) {
      const described = await sharp(printed(['Knee pain.']))
        .withExif({ IFD0: { ImageDescription: order, Artist: order } })
        .png()
        .toBuffer();
      expect(described.includes(order)).toBe(true);
      return scene.send(image, 'file', new File([new Uint8Array(described)], 'scan.png'));
    },
  },
];

/** A letter of one page that is a picture. */
async function scannedLetter(...lines: readonly string[]): Promise<File> {
  const { data: grey, info } = await sharp(printed(lines)).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return new File([pdfOf([{ picture: { width, height, grey }, size: [595, (595 * height) / width] }])], 'scan.pdf');
}
