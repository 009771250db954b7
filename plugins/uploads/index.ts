import { definePlugin } from 'chronoscribe';
import { type ProtocolCall, protocolRoute, Uploads } from 'chronoscribe/host';
import { z } from 'zod';

const uploadsPath = '/api/v1/uploads';
const resumable = { 'tus-resumable': z.literal('1.0.0').describe('The version of the protocol') };
const bytes = (description: string) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .describe(description);
const checksum = {
  'upload-checksum': z
    .string()
    .regex(/^(sha1|sha256|md5) [A-Za-z0-9+/]+={0,2}$/)
    .optional()
    .describe('`sha1`, `sha256` or `md5`, a space, and the digest of this content in base64'),
};
const upload = `${uploadsPath}/{id}`;

/** Files in pieces, by the tus protocol 1.0 (https://tus.io), for connections that break. */
export default definePlugin({
  name: 'uploads',
  auth: 'clinical',
  needs: { uploads: Uploads },

  routes({ needs: { uploads } }) {
    let protocol: Promise<(call: ProtocolCall) => Promise<Response>> | undefined;
    // Imported by the first call, with the tus library.
    const load = async () => (await import('./protocol.ts')).tusProtocol(uploads, uploadsPath);
    const serve = async (call: ProtocolCall) => {
      protocol ??= load();
      return (await protocol)(call);
    };
    const { maxBytes } = uploads.limits;
    const content = {
      accept: ['application/offset+octet-stream'],
      maxBytes,
      description: 'The next bytes of the file',
    };
    return [
      protocolRoute({
        method: 'OPTIONS',
        path: uploadsPath,
        summary: 'Ask for the version, the extensions and the largest size (tus 1.0)',
        status: 204,
        audited: false,
        serve,
      }),
      protocolRoute({
        method: 'POST',
        path: uploadsPath,
        summary: 'Begin an upload in pieces (tus 1.0, creation)',
        description:
          'Answers with its address as Location; the last part of it is the `upload_id` that forms take in place of a file. ' +
          'It is kept for 24 hours after its last change, or until a form uses it. The body may be the first bytes. ' +
          'A repeated Idempotency-Key gives the same upload; Upload-Offset then says what of the first bytes has arrived.',
        headers: {
          ...resumable,
          'upload-length': bytes('Of the whole file'),
          'upload-defer-length': z.literal('1').optional().describe('The length is not known yet'),
          'upload-metadata': 'Pairs of a key and a base64 value; `filename` is shown to people',
          ...checksum,
        },
        body: content,
        status: 201,
        problems: ['quota-exceeded', 'checksum-mismatch'],
        serve,
      }),
      protocolRoute({
        method: 'HEAD',
        path: upload,
        summary: 'Ask how much of an upload has arrived (tus 1.0)',
        description: 'The answer has Upload-Offset, and Upload-Length once that is known.',
        headers: resumable,
        status: 200,
        problems: ['upload-expired'],
        audited: false,
        serve,
      }),
      protocolRoute({
        method: 'PATCH',
        path: upload,
        summary: 'Send the next bytes of an upload (tus 1.0)',
        description:
          'What has arrived when the connection breaks stays. Ask for the offset with HEAD, and go on from there. ' +
          'With Upload-Checksum, the bytes of a request are kept only if all have arrived as they were sent.',
        headers: {
          ...resumable,
          'upload-offset': bytes('That have arrived already').unwrap(),
          'upload-length': bytes('Of the whole file, if its length was not known before'),
          ...checksum,
        },
        body: content,
        status: 204,
        problems: ['upload-conflict', 'upload-expired', 'quota-exceeded', 'checksum-mismatch'],
        audited: false,
        serve,
      }),
      protocolRoute({
        method: 'DELETE',
        path: upload,
        summary: 'Delete an upload (tus 1.0, termination)',
        headers: resumable,
        status: 204,
        problems: ['upload-held'],
        serve,
      }),
    ];
  },
});
