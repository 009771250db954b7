import type { Cluster } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { silentLog } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPeerChannel, type PeerMessage } from './run-event-relay.ts';

const run = '0d9f2f0e-5a53-4c5e-8f5c-0f6c2f2d8c11';
const text = (piece: string): PeerMessage => ({ type: 'event', run, claim: 3, event: { type: 'text', text: piece } });

/** A channel, what another one receives from it, and the texts that the cluster carries. */
function channelToPeer() {
  const cluster = singleHostCluster(silentLog);
  const carried: string[] = [];
  const recording: Cluster = {
    ...cluster,
    isShared: true,
    send(topic, text) {
      carried.push(text);
      cluster.send(topic, text);
    },
  };
  const received: PeerMessage[] = [];
  const open = (sender: string, onMessage: (message: PeerMessage) => void) => {
    const channel = createPeerChannel({ cluster: recording, topic: 'runs', sender, onMessage });
    channel.open();
    onTestFinished(() => channel.close());
    return channel;
  };
  open('there', (message) => received.push(message));
  const here = open('here', () => {
    throw new Error('a host must not receive its own messages');
  });
  return { cluster, here, received, carried };
}

const textOf = (message: PeerMessage) =>
  message.type === 'event' && message.event.type === 'text' ? message.event.text : '';

describe('messages between hosts', () => {
  it('are not sent by a host that shares nothing', () => {
    const send = vi.fn();
    const cluster = { ...singleHostCluster(silentLog), send };
    const channel = createPeerChannel({ cluster, topic: 'runs', sender: 'here', onMessage: () => undefined });
    channel.open();
    channel.send({ type: 'queued' });
    channel.close();
    expect(send).not.toHaveBeenCalled();
  });

  it('arrive as they were sent, in their order', () => {
    const { here, received } = channelToPeer();
    const messages: readonly PeerMessage[] = [
      { type: 'list-watched' },
      { type: 'queued' },
      { type: 'watched', run },
      { type: 'event', run, claim: 1, event: { type: 'progress', step: 'listen', index: 1, of: 2, fraction: 0.5 } },
      text('well'),
      { type: 'settled', run, cancelled: true },
    ];
    for (const message of messages) here.send(message);
    expect(received).toEqual(messages);
  });

  it('fit into the limit of a cluster, however many and long they are, in any script', () => {
    const { here, received, carried } = channelToPeer();
    const said = ['Ω🦴\u0000"\\', 'plain', '']
      .map((word) => word.repeat(3000))
      .concat(Array.from({ length: 300 }, (_, at) => `word ${at} `));
    for (const piece of said) here.send(text(piece));
    expect(carried.filter((text) => Buffer.byteLength(text) > 4000)).toEqual([]);
    expect(received.map(textOf).join('')).toBe(said.join(''));
  });

  it.each([0, 1])('never hold half of a surrogate pair (offset %i)', (offset) => {
    const { here, received } = channelToPeer();
    here.send(text('x'.repeat(offset) + '🦴'.repeat(1000)));
    expect(received.length).toBeGreaterThan(3);
    expect(received.map(textOf).every((piece) => piece.isWellFormed())).toBe(true);
  });

  it('are ignored if they have another format', () => {
    const { cluster, here, received } = channelToPeer();
    for (const text of ['', 'hello', '[]', '["peer"]', '["peer",{"type":"dance"}]']) cluster.send('runs', text);
    here.send({ type: 'queued' });
    expect(received).toEqual([{ type: 'queued' }]);
  });
});
