import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array) => Buffer.from(data).toString('base64url');

/** An authenticator in software: it makes one passkey and signs with it, as a device does (WebAuthn, 6). */
export interface TestAuthenticator {
  /** Of the passkey, to count on from somewhere else. */
  counter: number;
  create(options: { readonly challenge: string }, origin: string): object;
  get(options: { readonly challenge: string }, origin: string): object;
}

/** @param rpId the name of the host that the passkey is for */
export function testAuthenticator(rpId: string): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
  };
  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
  return {
    counter: 0,
    create({ challenge }, origin) {
      // User present, user verified, with the credential's data.
      const data = Buffer.concat([
        head(0x45, 0),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData'), bytes(data)],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, origin));
      return { ...credential, response: { clientDataJSON, attestationObject: base64url(attestation) } };
    },
    get({ challenge }, origin) {
      this.counter += 1;
      const data = head(0x05, this.counter);
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          ...{ clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(signature) },
        },
      };
    },
  };
}

/** The public key in COSE: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}` (RFC 9053, 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
}

/** CBOR (RFC 8949) of a text shorter than 24 bytes. */
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
/** CBOR of 24 to 255 bytes. */
const bytes = (value: Uint8Array) => Buffer.concat([Buffer.from([0x58, value.length]), Buffer.from(value)]);
