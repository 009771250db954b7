/** A message from one host to the others. */
export interface PeerMessage {
  readonly topic: string;
  readonly text: string;
}

/** The maximum payload of a notification, in bytes: https://www.postgresql.org/docs/15/sql-notify.html */
const largestNotification = 7_999;
const longestText = 4_000;
/** The id of the host, a UUID, and a space. */
const headBytes = 37;
/** The lengths of topic and text. */
const frameBytes = 4;

/** @throws Error if a text or topic is too long */
export function requireMessageSize({ topic, text }: PeerMessage): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > longestText)
    throw new Error(
      `A text of ${bytes} bytes under "${topic}" cannot be sent to other hosts. Send at most ${longestText}.`,
    );
  if (Buffer.byteLength(topic) > 255) throw new Error(`The topic "${topic}" is too long. Give it at most 255 bytes.`);
}

/**
 * Packs messages into as few notifications as possible. A payload is text without NUL, so the messages are in base64.
 */
export function formatBatches(host: string, messages: readonly PeerMessage[]): readonly string[] {
  const room = Math.floor((largestNotification - headBytes) / 4) * 3;
  const packets: Buffer[][] = [];
  let left = 0;
  for (const { topic, text } of messages) {
    const [name, body] = [Buffer.from(topic), Buffer.from(text)];
    const head = Buffer.alloc(frameBytes);
    head.writeUInt16BE(name.length, 0);
    head.writeUInt16BE(body.length, 2);
    const frame = Buffer.concat([head, name, body]);
    if (frame.length > left) {
      packets.push([]);
      left = room;
    }
    packets.at(-1)?.push(frame);
    left -= frame.length;
  }
  return packets.map((frames) => `${host} ${Buffer.concat(frames).toString('base64')}`);
}

/** Parses the payload of a notification. */
export function parseBatch(notification: string): { readonly host: string; readonly messages: readonly PeerMessage[] } {
  const [host = '', packet = ''] = notification.split(' ');
  const bytes = Buffer.from(packet, 'base64');
  const messages: PeerMessage[] = [];
  for (let at = 0; at + frameBytes <= bytes.length; ) {
    const text = at + frameBytes + bytes.readUInt16BE(at);
    const end = text + bytes.readUInt16BE(at + 2);
    messages.push({ topic: bytes.toString('utf8', at + frameBytes, text), text: bytes.toString('utf8', text, end) });
    at = end;
  }
  return { host, messages };
}
