/** A blob that only proves by which key all others are sealed. */
export const proof = 'encryption-key';

/** Another one, for the key by which they are being sealed anew: while it is there, either key may have sealed one. */
export const proofOfNext = 'encryption-key-next';

export const proofs: readonly string[] = [proof, proofOfNext];
