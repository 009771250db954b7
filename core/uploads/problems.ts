import { Problem } from '../api/problem.ts';

export function unknownUpload(): Problem {
  return new Problem('not-found', {
    detail: 'There is no upload with this id. It may have expired: send the file again.',
  });
}

export function conflictingOffset(given: number, bytes: number): Problem {
  return new Problem('upload-conflict', {
    status: 409,
    detail: `The upload has ${bytes} bytes, and the content was sent for offset ${given}. Ask for the offset with HEAD and send the rest.`,
  });
}

export function uploadTooLarge(maxBytes: number): Problem {
  return new Problem('too-large', { detail: `The upload is larger than ${maxBytes} bytes.` });
}

export function quotaExceeded(what: string): Problem {
  return new Problem('quota-exceeded', {
    detail: `The uploads of this account that are not used yet would have more than ${what}. Use or delete some of them, or wait until they expire.`,
  });
}

export function checksumMismatch(algorithm: string): Problem {
  return new Problem('checksum-mismatch', {
    // The status that tus defines for it.
    status: 460,
    detail: `The ${algorithm} checksum of the content differs from Upload-Checksum: it was damaged on its way. Send it again.`,
  });
}

export function lengthIsSet(): Problem {
  return new Problem('invalid-request', {
    detail: 'The length of this upload is already set, or smaller than what has arrived.',
  });
}
