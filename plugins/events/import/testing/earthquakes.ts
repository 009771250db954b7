import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sharedData } from './shared.ts';

const Feature = z.object({
  id: z.string(),
  properties: z.object({ mag: z.number().nullable(), place: z.string(), time: z.number() }),
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.number()) }),
});

/** A week of earthquakes, as their catalogue has them and as lines of an import. */
export function earthquakes() {
  const file = readFileSync(join(sharedData, 'time/earthquakes.json'), 'utf8');
  const { features } = z.object({ features: z.array(Feature) }).parse(JSON.parse(file));
  const lines = features.map(({ id, properties: { mag, place, time }, geometry: { coordinates } }) =>
    JSON.stringify({
      event_id: id,
      description: `Magnitude ${mag}`,
      time: new Date(time).toISOString(),
      location: place,
      geo: { lat: coordinates[1], lon: coordinates[0] },
    }),
  );
  return { features, lines };
}
