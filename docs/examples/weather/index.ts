import { defineKind, defineProvider, Problem } from 'chronoscribe';
import { z } from 'zod';

export interface Weather {
  /** Degrees Celsius. @throws Problem `provider-unavailable` */
  temperature(place: string, options: { readonly signal: AbortSignal }): Promise<number>;
}
export const Weather = defineKind<Weather>('weather', { temperature: 'function' });

const Answer = z.object({ celsius: z.number() });

/** Asks a service over HTTP. Its kind is its own: plugins write `needs: { weather: Weather }`. */
export default defineProvider({
  kind: Weather,
  name: 'weather-service',
  config: z.strictObject({ url: z.url().describe('the address of the weather service') }),
  create: ({ config: { url } }) => ({
    async temperature(place, { signal }) {
      const query = new URLSearchParams({ place });
      const response = await fetch(`${url}?${query}`, { signal }).catch((cause: unknown) => {
        signal.throwIfAborted();
        const detail = `The weather service cannot be reached at ${url}. See that it runs and that "url" is right.`;
        throw new Problem('provider-unavailable', { detail, transient: true, cause });
      });
      const answer = Answer.safeParse(await response.json());
      if (answer.success) return answer.data.celsius;
      throw new Problem('provider-failed', { detail: 'The weather service sent an answer without a temperature.' });
    },
  }),
});
