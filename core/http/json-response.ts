/**
 * A JSON answer. Made from plain text and plain headers, which the Node adapter writes out as they are; `Response.json` would
 * take them apart and put them together again.
 */
export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
