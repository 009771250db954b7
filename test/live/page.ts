import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Samples of each second of sound. */
export const rate = 16_000;

/** A second of sound that tells which one it is: its samples are plus or minus a number of its own. */
export function second(index: number): Buffer {
  const samples = new Int16Array(rate);
  for (let at = 0; at < rate; at += 1) samples[at] = (at % 40 < 20 ? 1 : -1) * (1_000 + index);
  return Buffer.from(samples.buffer);
}

/** The header of a recorder that does not know when it will end. */
export function openHeader(): Buffer {
  const header = Buffer.alloc(44);
  header.write('RIFF\xff\xff\xff\xffWAVEfmt ', 'latin1');
  header.set([16, 0, 0, 0, 1, 0, 1, 0, 0x80, 0x3e, 0, 0, 0, 0x7d, 0, 0, 2, 0, 16, 0], 16);
  header.write('data\xff\xff\xff\xff', 36, 'latin1');
  return header;
}

/** Where a page finds the host, which moves when it is started again. */
export interface Host {
  url(): string;
  readonly key: string;
}

/**
 * A page that records: it sends each second, and keeps what was not answered for. It goes on after a failure as tus
 * clients do: it asks for the offset and sends the rest.
 */
export class Page {
  readonly #host: Host;
  readonly #path: string;
  /** What this page has said that was not answered for, from `#offset` on. */
  #unsent = openHeader();
  #offset = -1;

  constructor(host: Host, path: string) {
    this.#host = host;
    this.#path = path;
  }

  /** Sends a second, however often it takes. Ends once it was answered for. */
  async say(index: number, cut: boolean): Promise<void> {
    this.#unsent = Buffer.concat([this.#unsent, second(index)]);
    let isCut = cut;
    while (this.#unsent.length > 0) {
      const sent = await this.#send(isCut).catch(() => false);
      isCut = false;
      if (!sent) {
        await wait(50);
        await this.#resume();
      }
    }
  }

  /** The page is gone, in the middle of a request. */
  die(index: number): void {
    this.#unsent = Buffer.concat([this.#unsent, second(index)]);
    void this.#send(true).catch(() => false);
  }

  async #send(cut: boolean): Promise<boolean> {
    if (this.#offset < 0) await this.#resume();
    const body = this.#unsent;
    const { status } = await this.#call(
      'PATCH',
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(this.#offset) },
      body,
      cut,
    );
    if (status !== 204) return false;
    this.#offset += body.length;
    this.#unsent = this.#unsent.subarray(body.length);
    return true;
  }

  /** Learns what has arrived of the last request. */
  async #resume(): Promise<void> {
    const answer = await this.#call('HEAD', {}).catch(() => undefined);
    if (answer?.status !== 200) return;
    const offset = Number(answer.offset);
    if (this.#offset >= 0) this.#unsent = this.#unsent.subarray(offset - this.#offset);
    this.#offset = offset;
  }

  #call(method: string, headers: object, body?: Buffer, cut = false): Promise<{ status: number; offset: unknown }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(`${this.#host.url()}${this.#path}`, {
        method,
        headers: {
          'tus-resumable': '1.0.0',
          'x-api-key': this.#host.key,
          ...(body && { 'content-length': body.length }),
          ...headers,
        },
        timeout: 20_000,
      });
      outgoing.once('error', reject);
      outgoing.once('timeout', () => outgoing.destroy(new Error('no answer')));
      outgoing.once('response', (incoming) => {
        incoming.resume();
        incoming.once('end', () =>
          resolve({ status: incoming.statusCode ?? 0, offset: incoming.headers['upload-offset'] }),
        );
        incoming.once('error', reject);
      });
      if (body === undefined || !cut) outgoing.end(body);
      // An odd number of bytes: the cut is inside of a sample.
      else
        outgoing.write(body.subarray(0, Math.floor(body.length / 2) | 1), () =>
          setTimeout(() => outgoing.destroy(), 30),
        );
    });
  }
}

/** The seconds that a sound lacks, of those from 0 on: each must be there as a whole, in order. */
export function missingSeconds(sound: Int16Array, count: number): readonly number[] {
  const missing: number[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const level = 1_000 + index;
    let run = 0;
    let from = at;
    for (; from < sound.length && run < rate; from += 1) run = Math.abs(sound[from] ?? 0) === level ? run + 1 : 0;
    if (run === rate) at = from;
    else missing.push(index);
  }
  return missing;
}
