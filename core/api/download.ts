import { z } from 'zod';

const brand = Symbol.for('chronoscribe.download');

/** An answer that is a file and not JSON. Its route's response is `download(…)` with the media types that it may have. */
export class Download {
  /** One of another copy of this package is one too: plugins may bring their own. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }

  readonly [brand] = true;
  /** A media type; text is UTF-8. */
  readonly type: string;
  /** What a browser may call it: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  readonly body: string;

  constructor({ type, name, body }: { readonly type: string; readonly name: string; readonly body: string }) {
    this.type = type;
    this.name = name;
    this.body = body;
  }
}

/** The response of a route that answers with a file of one of these media types. */
export function download(...types: readonly [string, ...string[]]): z.ZodType<Download> {
  return z.instanceof(Download).meta({ downloadTypes: types });
}

/** The media types that a response declares; undefined for one that is JSON. */
export function downloadTypes(response: z.ZodType): readonly string[] | undefined {
  const types = response.meta()?.downloadTypes;
  return Array.isArray(types) ? types.filter((type) => typeof type === 'string') : undefined;
}
