import { z } from 'zod';

const base64url = z
  .string()
  .max(200_000)
  .regex(/^[\w-]*$/);

const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  // Nothing of the extensions is used.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What `navigator.credentials.create` gives, as JSON (WebAuthn, 5.1). */
export const RegistrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(50)).max(10).default([]),
  }),
});

/** What `navigator.credentials.get` gives, as JSON. */
export const AuthenticationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});
