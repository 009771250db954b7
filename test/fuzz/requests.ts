import { testHost } from 'chronoscribe/testing';
import { probe } from '../fixtures/probe.ts';
import type { Target } from './target.ts';

/** A host in this process, so that what its code does with a body is seen. A 5xx is its fault, whatever was sent. */
async function hostWith(path: string, type: string, rest: Pick<Target, 'seeds' | 'words'>): Promise<Target> {
  const host = await testHost({ plugins: probe().plugins });
  return {
    ...rest,
    async read(input) {
      const headers = { 'content-type': type, 'x-api-key': host.key };
      const response = await fetch(new URL(path, host.url), { method: 'POST', headers, body: Buffer.from(input) });
      const text = await response.text();
      if (response.status >= 500) throw new Error(`${path} answered ${response.status}: ${text}`);
    },
    stop: () => host.stop(),
  };
}

const part = (head: string, content: string) =>
  `--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello.\n';

/** Multipart forms with files. */
export const forms = (): Promise<Target> =>
  hostWith('/api/v1/probe/picture-work', 'multipart/form-data; boundary=edge', {
    seeds: [
      Buffer.from(`${part('name="text"', 'words')}${part('name="file"; filename="a.vtt"', vtt)}--edge--\r\n`),
      Buffer.from(`${part('name="file"; filename*=UTF-8\'\'%C3%A4.vtt', vtt)}${part('name="text"', 'ä')}--edge--`),
    ],
    words: [
      '--edge',
      '--edge--',
      '\r\n\r\n',
      'content-disposition: form-data; ',
      'name="text"',
      'filename=""',
      "filename*=UTF-8''%00",
      'content-type: text/plain; charset=utf-16',
      'content-transfer-encoding: base64',
      '%',
      'name="upload_id"',
    ],
  });

/** JSON bodies. */
export const json = (): Promise<Target> =>
  hostWith('/v1/record-event', 'application/json', {
    seeds: [
      Buffer.from(
        JSON.stringify({
          ...{ description: 'It happens', time: '2025-03-01T12:00:00Z', location: 'Berlin', causes: [] },
          ...{ geo: { lat: 52.5, lon: 13.4 }, participants: ['Ann'], end_time: '2025-03-01T13:00:00Z' },
        }),
      ),
      Buffer.from(
        '{"event_id":"a","description":"b","time":"2025-03-01T12:00:00+01:00","location":"c","timeline_id":"primary"}',
      ),
    ],
    words: [
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\u0000',
      '\\ud800',
      '__proto__',
      'null',
      'true',
      '1e400',
      '"causes":[',
      '"time":"',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:60+24:00',
      '\\',
      ' ',
    ],
  });
