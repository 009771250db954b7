import { writeSync } from 'node:fs';
import { z } from 'zod';
import { live } from './life.ts';

/**
 * Run as a process of its own: `living.ts STORE FOLDER`. Prints a line after each step that the store has acknowledged.
 */
const [name, folder = ''] = process.argv.slice(2);
await live(z.enum(['sqlite', 'lowdb']).parse(name), folder, () => writeSync(1, 'done\n'));
