import { MIMEType } from 'node:util';
import { Problem } from '../api/problem.ts';

/** What a `Content-Type` header says, in lower case. */
export interface ContentType {
  /** Without parameters: `text/csv`. */
  readonly mediaType: string;
  readonly charset: string | undefined;
}

/** Reads a `Content-Type` header (RFC 9110, 8.3). Undefined where it is missing or makes no sense. */
export function readContentType(header: string | undefined): ContentType | undefined {
  if (header === undefined) return undefined;
  try {
    const { essence, params } = new MIMEType(header);
    return { mediaType: essence, charset: params.get('charset')?.toLowerCase() };
  } catch {
    return undefined;
  }
}

/** Refuses a body for what its header says it is. @param taken what the endpoint takes, for a person. */
export function unsupportedContentType(taken: string, header: string | undefined): Problem {
  return new Problem('unsupported-media-type', {
    detail: `This endpoint takes ${taken}, not ${header || 'a body without a content type'}.`,
  });
}
