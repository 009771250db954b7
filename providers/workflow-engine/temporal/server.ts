import type { Logger } from 'chronoscribe';
import type { PayloadCodec, Temporal } from './library.ts';
import { givenSignal } from './messages.ts';

/** Where Temporal is, and how it is reached. */
export interface ServerOptions {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** Of the runs of all versions of the interpreter: each has a queue of its own. */
  readonly taskQueue: string;
  readonly tls: boolean | { readonly serverRootCACertificate: Buffer } | undefined;
  readonly apiKey: string | undefined;
}

export type Server = ReturnType<typeof createServer>;

/** Milliseconds within which Temporal answers, or is away. */
const answerMs = 5000;

/** A worker asks for work at least each minute, in milliseconds. */
const pollerMs = 90_000;

/** Our calls of Temporal's server. While it is away they fail, and `isAway` is true. */
export function createServer(
  { client: { Client, Connection, WorkflowNotFoundError } }: Pick<Temporal, 'client'>,
  {
    heartbeatMs,
    interpreter,
    codec,
    log,
    ...options
  }: ServerOptions & {
    readonly heartbeatMs: number;
    /** The version of the interpreter. */
    readonly interpreter: number;
    readonly codec: PayloadCodec;
    readonly log: Logger;
  },
) {
  const { address, namespace, tls, apiKey } = options;
  const queueOf = (version: number) => (version === 1 ? options.taskQueue : `${options.taskQueue} v${version}`);
  const taskQueue = queueOf(interpreter);
  const secrets = { ...(tls !== undefined && { tls }), ...(apiKey !== undefined && { apiKey }) };
  const connection = Connection.lazy({ address, ...secrets });
  const client = new Client({ connection, namespace, dataConverter: { payloadCodecs: [codec] } });
  let isAway = false;
  const pending = new Set<Promise<unknown>>();

  const call = async (work: () => Promise<unknown>): Promise<void> => {
    const answer = connection.withDeadline(Date.now() + answerMs, work);
    pending.add(answer);
    try {
      await answer;
    } catch (thrown) {
      // Whatever it is, the server has answered.
      if (!(thrown instanceof WorkflowNotFoundError)) {
        if (!isAway) log.error({ err: thrown }, 'Temporal cannot be reached; runs wait until it can');
        isAway = true;
        throw thrown;
      }
    } finally {
      pending.delete(answer);
    }
    if (isAway) log.info({}, 'Temporal can be reached again');
    isAway = false;
  };

  return {
    address,
    namespace,
    taskQueue,
    secrets,
    isAway: () => isAway,
    /** Lets the workflow of a run look what has come, under this key or under any; starts it if there is none. */
    drive: (id: string, key: string | null = null) =>
      call(() =>
        client.workflow.signalWithStart('run', {
          ...{ workflowId: id, taskQueue, args: [{ heartbeatMs }], signal: givenSignal, signalArgs: [key] },
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
        }),
      ),
    /** Whether a host asks for work of a version of the interpreter. */
    async isServed(version: number): Promise<boolean> {
      let isServed = true;
      await call(async () => {
        const queue = { namespace, taskQueue: { name: queueOf(version) }, taskQueueType: 1 };
        const { pollers } = await connection.workflowService.describeTaskQueue(queue);
        const asked = (pollers ?? []).map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000);
        isServed = Math.max(0, ...asked) > Date.now() - pollerMs;
      });
      return isServed;
    },
    /** Begins the workflow of a run anew, in place of one that hosts of another version have driven. */
    replace: (id: string) =>
      call(() =>
        client.workflow.start('run', {
          ...{ workflowId: id, taskQueue, args: [{ heartbeatMs }] },
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          workflowIdConflictPolicy: 'TERMINATE_EXISTING',
        }),
      ),
    signal: (id: string, name: string, payload: unknown) =>
      call(() => client.workflow.getHandle(id).signal(name, payload)),
    /** Ends the workflow of a run that is over in the store. */
    terminate: (id: string) => call(() => client.workflow.getHandle(id).terminate('The run is over.')),
    check: () => call(() => connection.workflowService.describeNamespace({ namespace })),
    /** Waits for the calls in progress: the library tries them again by a timer, which throws once the channel is closed. */
    close: async () => {
      await Promise.allSettled(pending);
      await connection.close();
    },
  };
}
