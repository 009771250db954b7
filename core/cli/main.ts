#!/usr/bin/env node
import { version } from '../api/package.ts';
import { tellFailure } from './failure.ts';

const oldestNode = 24;

process.exitCode = await main(process.argv.slice(2));
await flushed(process.stdout);
// A part that left a timer or a socket behind does not keep the process.
process.exit();

async function main(args: readonly string[]): Promise<0 | 1> {
  // Whoever reads may go away early (`chronoscribe openapi | head`); what was begun is finished and cleaned up after all the same.
  process.stdout.on('error', () => undefined);
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    process.stderr.write(
      `Chronoscribe ${version} needs Node.js ${oldestNode} or later, and this is ${process.versions.node}. ` +
        'Start it through npm (npm start, npx chronoscribe), which brings the right one.\n',
    );
    return 1;
  }
  // Only now: an older Node cannot even read what the commands import.
  const { runCommand } = await import('./commands.ts');
  try {
    return await runCommand(args);
  } catch (thrown) {
    tellFailure(thrown);
    return 1;
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.write('', () => resolve());
  });
}
