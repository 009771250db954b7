import type { Download } from '../api/response.ts';

/** A file for a client to keep. */
export function downloadResponse({ type, name, body }: Download): Response {
  const isText = type.startsWith('text/');
  return new Response(body, {
    headers: {
      'content-type': isText ? `${type}; charset=utf-8` : type,
      'content-disposition': `attachment; filename="${name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
      'x-content-type-options': 'nosniff',
    },
  });
}
