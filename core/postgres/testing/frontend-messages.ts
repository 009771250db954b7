/** A message from a Postgres client: https://www.postgresql.org/docs/15/protocol-message-formats.html */
export interface FrontendMessage {
  /** `startup`, `ssl`, `cancel`, or the letter of the message. */
  readonly type: string;
  readonly bytes: Buffer;
}

const untyped: Readonly<Record<number, string>> = {
  80877103: 'ssl',
  80877104: 'ssl',
  80877102: 'cancel',
  196608: 'startup',
};

/** Returns a parser that takes a chunk and returns the messages that are complete. */
export function frontendMessages(): (arrived: Buffer) => readonly FrontendMessage[] {
  let rest = Buffer.alloc(0);
  let started = false;

  const next = (): FrontendMessage | undefined => {
    const header = started ? 5 : 8;
    if (rest.length < header) return undefined;
    const length = started ? rest.readInt32BE(1) + 1 : rest.readInt32BE(0);
    if (rest.length < length) return undefined;
    const bytes = rest.subarray(0, length);
    const type = started ? String.fromCharCode(bytes[0] ?? 0) : (untyped[bytes.readInt32BE(4)] ?? 'startup');
    if (type === 'startup') started = true;
    rest = rest.subarray(length);
    return { type, bytes };
  };

  return (arrived) => {
    rest = Buffer.concat([rest, arrived]);
    const messages: FrontendMessage[] = [];
    for (let message = next(); message !== undefined; message = next()) messages.push(message);
    return messages;
  };
}
