import { DirectedGraph } from 'graphology';
import { stronglyConnectedComponents } from 'graphology-components';
import { madeUpHistory } from './history.ts';

/** Prints how many seconds graphology takes for the causes of a made-up history, as JSON. */
const history = madeUpHistory(Number(process.argv[2]));
const seconds = (begun: number): number => (performance.now() - begun) / 1000;

const building = performance.now();
const graph = new DirectedGraph();
for (let number = 0; number < history.events; number += 1) graph.addNode(number);
for (const [cause, effect] of history.causes()) graph.addDirectedEdge(cause, effect);
const build = seconds(building);

const finding = performance.now();
if (stronglyConnectedComponents(graph).length !== history.events)
  throw new Error('A history without loops has a component for each event.');
process.stdout.write(JSON.stringify({ build, components: seconds(finding) }));
