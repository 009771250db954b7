import type { Order } from '../protocol.ts';
import { runRecogniser } from '../recogniser-process.ts';
import { supervision, tinyEngine } from './supervision.ts';

/**
 * A host that waits for a recogniser: `node dying-host.ts FILES RECORDING`, the files of the models as JSON. It says when
 * that is at work, and is there to be killed.
 */
const [files = '', recording = ''] = process.argv.slice(2);
const order: Order = { recording, language: null, speakers: null, turns: null };
await runRecogniser(tinyEngine(JSON.parse(files)), order, supervision({ progress: () => process.send?.('at work') }));
