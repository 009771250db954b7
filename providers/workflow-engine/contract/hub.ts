import type { ChildProcess } from 'node:child_process';
import type { Cluster } from 'chronoscribe';
import { createListeners, type Listeners } from 'chronoscribe/host';
import { silentLog } from 'chronoscribe/testing';

/** A cluster for the hosts of a test: in this process and, over IPC, in child processes. */
export interface Hub {
  /** A cluster for one more host of this process. */
  join(): Cluster;
  /** Connects a child whose cluster is an `ipcCluster`. */
  admit(child: ChildProcess): void;
  /** Texts longer than a cluster takes, in bytes. */
  readonly tooLong: readonly number[];
}

interface Member {
  tell(topic: string, text: string): void;
}

const mostBytes = 4000;

/** @param losesAll whether all messages to other hosts are lost, as while a connection is down. */
export function createHub({ losesAll = false } = {}): Hub {
  const members = new Set<Member>();
  const tooLong: number[] = [];
  const tellOthers = (sender: Member, topic: string, text: string) => {
    const bytes = Buffer.byteLength(text);
    if (bytes > mostBytes) tooLong.push(bytes);
    if (!losesAll) for (const member of members) if (member !== sender) member.tell(topic, text);
  };
  return {
    tooLong,
    join() {
      const listeners = createListeners(silentLog);
      const member: Member = { tell: (topic, text) => setImmediate(() => listeners.notify(topic, text)) };
      members.add(member);
      return clusterOf(listeners, (topic, text) => tellOthers(member, topic, text));
    },
    admit(child) {
      const member: Member = { tell: (topic, text) => void (child.connected && child.send({ topic, text }, ignore)) };
      members.add(member);
      child.on('message', (message) => {
        if (isSent(message)) tellOthers(member, message.topic, message.text);
      });
      child.on('exit', () => members.delete(member));
    },
  };
}

interface Sent {
  readonly topic: string;
  readonly text: string;
}

/** The boundary between two processes of a test. Other messages go the same way. */
function isSent(message: unknown): message is Sent {
  return typeof message === 'object' && message !== null && 'topic' in message;
}

/** The cluster of a child process, connected to a hub. */
export function ipcCluster(): Cluster {
  const listeners = createListeners(silentLog);
  process.on('message', (message) => {
    if (isSent(message)) listeners.notify(message.topic, message.text);
  });
  return clusterOf(listeners, (topic, text) => void (process.connected && process.send?.({ topic, text }, ignore)));
}

function clusterOf(listeners: Listeners, tellOthers: (topic: string, text: string) => void): Cluster {
  return {
    isShared: true,
    now: () => Date.now(),
    send(topic, text) {
      listeners.notify(topic, text);
      tellOthers(topic, text);
    },
    listen: listeners.listen,
    count: () => Promise.reject(new Error('A workflow engine has nothing to count.')),
  };
}

/** A process that has ended receives nothing. */
function ignore(): void {}
