import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program that serves on this machine. */
export interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a program and waits until it prints its address, as `listening on http://…`.
 *
 * @throws Error with the end of what it printed, if it ends before
 */
export async function startServer(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Server> {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stopWithThis = () => child.kill('SIGKILL');
  process.once('exit', stopWithThis);
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const printed: string[] = [];
  const url = await new Promise<string>((found, reject) => {
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => {
        printed.push(line);
        if (printed.length > 20) printed.shift();
        const address = /listening on "?((?:http:\/\/)?127\.0\.0\.1:\d+)/i.exec(line)?.[1];
        if (address !== undefined) found(address.startsWith('http') ? address : `http://${address}`);
      });
    }
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${command} ended before it listened:\n${printed.join('\n')}`)));
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', stopWithThis);
    },
  };
}
