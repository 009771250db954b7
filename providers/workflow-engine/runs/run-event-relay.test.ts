import type { Cluster } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import type { RunEvent } from 'chronoscribe/host';
import { silentLog } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createRunEventRelay, type RunEventRelayOptions } from './run-event-relay.ts';

const never = new AbortController().signal;

/** Two hosts on one cluster, and all texts that they have sent. */
function twoHosts(isSettled: RunEventRelayOptions['isSettled'] = async () => undefined) {
  const cluster = singleHostCluster(silentLog);
  const sent: string[] = [];
  const recording: Cluster = {
    ...cluster,
    isShared: true,
    send(topic, text) {
      sent.push(text);
      cluster.send(topic, text);
    },
  };
  const relay = (sender: string) => {
    const ignore = () => {};
    const made = createRunEventRelay({
      cluster: recording,
      topic: 'runs',
      sender,
      isSettled,
      onQueued: ignore,
      onCancelled: ignore,
    });
    made.open();
    onTestFinished(() => {
      made.closeWatchers();
      made.close();
    });
    return made;
  };
  return { here: relay('here'), there: relay('there'), sent };
}

const text = (piece: string): RunEvent => ({ type: 'text', text: piece });

describe('a relay of run events', () => {
  it('sends no text to other hosts while none of them watches the run', async () => {
    const { here, there, sent } = twoHosts();
    const events = Array.fromAsync(here.watch('r1', never));
    here.emit({ root: 'r1', runId: 'r1', claim: 1 }, text('Mrs Lovelace'));
    here.settled('r1', { cancelled: false });
    expect(await events).toEqual([text('Mrs Lovelace'), { type: 'end' }]);
    there.queued();
    await vi.waitFor(() => expect(sent.join()).toContain('queued'));
    expect(sent.join()).not.toContain('Lovelace');
  });

  it('ignores a host that has lost the run to another one', async () => {
    let settled = false;
    const { here, there } = twoHosts(async () => settled);
    const events = Array.fromAsync(here.watch('r1', never));
    await vi.waitFor(() => expect(there.isWatched('r1')).toBe(true));
    there.emit({ root: 'r1', runId: 'r1', claim: 2 }, text('second claim'));
    there.emit({ root: 'r1', runId: 'r1', claim: 1 }, text('first claim, late'));
    there.emit({ root: 'r1', runId: 'r1', claim: 2 }, text('second claim still'));
    settled = true;
    there.settled('r1', { cancelled: false });
    expect(await events).toEqual([text('second claim'), text('second claim still'), { type: 'end' }]);
  });

  it('learns on opening what is watched elsewhere', async () => {
    const { here, there } = twoHosts();
    void here.watch('r1', never);
    await vi.waitFor(() => expect(there.isWatched('r1')).toBe(true));
  });

  it('does not take the end of a run for the end of its retry', async () => {
    let answer = Promise.withResolvers<boolean>();
    const { here } = twoHosts(() => answer.promise);
    const first = Array.fromAsync(here.watch('r1', never));
    const asked = answer;
    answer = Promise.withResolvers();
    const second = Array.fromAsync(here.watch('r1', never));
    asked.resolve(true);
    expect(await first).toEqual([{ type: 'end' }]);
    answer.resolve(false);
    here.emit({ root: 'r1', runId: 'r1', claim: 2 }, text('again'));
    here.closeWatchers();
    expect(await second).toEqual([text('again')]);
  });
});
