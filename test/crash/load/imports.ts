import type { Load } from '../deed.ts';
import { newName } from '../practice.ts';
import { hasTooMuchUnderWay, makingRun } from './making-runs.ts';

/** Many events at once, each import at a place of its own. */
export const importLoad: Load = {
  'POST /v1/import-events': {
    weight: 2,
    act(practice, random) {
      if (hasTooMuchUnderWay(practice)) return undefined;
      const mark = newName(practice);
      const count = random.one([3, 50, 400, 1500]);
      const lines = Array.from({ length: count }, (_, at) =>
        JSON.stringify({
          event_id: `${mark}-${at}`,
          description: mark,
          location: mark,
          time: '2025-03-01T12:00:00Z',
          ...(at > 0 && { causes: [`${mark}-${at - 1}`] }),
        }),
      );
      practice.imports.set(mark, { place: mark, count });
      return makingRun(practice, random, {
        operation: 'POST /v1/import-events',
        call: {
          path: '/v1/import-events',
          body: `${lines.join('\n')}\n`,
          headers: { 'content-type': 'application/x-ndjson' },
        },
        run: { end: 'done', makes: 'events', mark },
      });
    },
  },
};
