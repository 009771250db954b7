import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rename } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { temporaryFolder, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Makes a certificate for localhost and its key. */
function makeCertificate(folder: string, name: string) {
  const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const made = spawnSync('openssl', ['req', ...kind, '-subj', `/CN=${name}`, '-out', cert, '-keyout', key]);
  if (made.status !== 0) throw new Error(`openssl made no certificate: ${made.stderr}`);
  return { cert, key };
}

/** The name in the certificate that a new connection is shown. */
async function certificateOf(url: string): Promise<string | undefined> {
  const { hostname, port } = new URL(url);
  const socket: TLSSocket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return [subject.CN].flat()[0];
}

describe.skipIf(!hasOpenssl)('a host with a certificate (needs openssl)', () => {
  test('speaks TLS, tells browsers to use nothing else, and takes a renewed certificate while it runs', async () => {
    const { path: folder, remove } = await temporaryFolder();
    onTestFinished(remove);
    const files = makeCertificate(folder, 'first');
    const host = await testHost({ config: { http: { tls: files } } });
    onTestFinished(() => host.stop());
    expect(host.url).toMatch(/^https:/);

    const asked = request(`${host.url}/v1/current-time`, {
      headers: { 'x-api-key': host.key },
      rejectUnauthorized: false,
    });
    const [answer] = await once(asked.end(), 'response');
    answer.resume();
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=31536000']);
    expect(await certificateOf(host.url)).toBe('first');

    const renewed = makeCertificate(folder, 'renewed');
    // The certificate alone does not belong to the key, so the one before goes on until both are there.
    await copyFile(renewed.cert, `${files.cert}.new`);
    await rename(`${files.cert}.new`, files.cert);
    expect(await certificateOf(host.url)).toBe('first');
    await rename(renewed.key, files.key);
    await expect.poll(() => certificateOf(host.url), { timeout: 60_000, interval: 200 }).toBe('renewed');
  });

  test('does not start with files that do not belong together, and names them', async () => {
    const { path: folder, remove } = await temporaryFolder();
    onTestFinished(remove);
    const { cert } = makeCertificate(folder, 'one');
    const { key } = makeCertificate(folder, 'other');
    await expect(testHost({ config: { http: { tls: { cert, key } } } })).rejects.toThrow(/one\.crt.*other\.key/);
  });
});
