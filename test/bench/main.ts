import { parseArgs } from 'node:util';
import { benchAssertions } from './assertions.bench.ts';
import { benchConsole } from './console.bench.ts';
import { benchFacts } from './facts.bench.ts';
import { benchFairness } from './fairness.bench.ts';
import { benchGrid } from './grid.bench.ts';
import { benchGrounding } from './grounding.bench.ts';
import { benchHttp } from './http.bench.ts';
import { benchLedger } from './ledger.bench.ts';
import { benchLive } from './live.bench.ts';
import { benchModels } from './models.bench.ts';
import { benchNotes } from './notes.bench.ts';
import { benchPdfs } from './pdfs.bench.ts';
import { benchPlan } from './plan.bench.ts';
import { benchRecognition } from './recognition.bench.ts';
import { benchScaling } from './scaling.bench.ts';
import { benchSlowClients } from './slow-clients.bench.ts';
import { benchSoak } from './soak.bench.ts';
import { benchStore } from './store.bench.ts';
import { benchTranscripts } from './transcripts.bench.ts';
import { benchUploads } from './uploads.bench.ts';
import { benchWords } from './words.bench.ts';
import { benchWorkflows } from './workflows.bench.ts';

/** What the command line gives to the benches. */
interface BenchOptions {
  readonly against?: string | undefined;
  readonly visits?: string | undefined;
}

/**
 * `npm run bench` runs all; `npm run bench -- http` runs one; `npm run bench -- ledger --against FOLDER` measures the
 * ledger beside that of another checkout; `npm run bench -- words --visits FOLDER` measures visits of one's own. Figures are for comparing within one run on one machine.
 */
const benches: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  assertions: benchAssertions,
  console: benchConsole,
  facts: benchFacts,
  fairness: benchFairness,
  grid: benchGrid,
  grounding: benchGrounding,
  http: benchHttp,
  ledger: ({ against }) => benchLedger(against),
  live: benchLive,
  models: benchModels,
  notes: benchNotes,
  pdfs: benchPdfs,
  plan: benchPlan,
  recognition: benchRecognition,
  scaling: benchScaling,
  'slow-clients': benchSlowClients,
  soak: benchSoak,
  store: benchStore,
  transcripts: benchTranscripts,
  uploads: benchUploads,
  words: benchWords,
  workflows: benchWorkflows,
};

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, visits: { type: 'string' } },
});
const unknown = chosen.filter((name) => !Object.hasOwn(benches, name));
if (values.against !== undefined && chosen.join() !== 'ledger') {
  console.error('--against is for the bench "ledger" alone.');
  process.exit(1);
}
if (values.visits !== undefined && chosen.join() !== 'words') {
  console.error('--visits is for the bench "words" alone.');
  process.exit(1);
}
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}; known: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (chosen.length === 0 || chosen.includes(name)) await bench(values);
}
