import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { testHost } from 'chronoscribe/testing';
import { expect, test } from 'vitest';
import { z } from 'zod';

const texts = resolve(import.meta.dirname, '../../plugins/console/web/src/problems/texts');
const sentences = (language: string) =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(`${texts}/${language}.json`, 'utf8')));

test.each(['en', 'de'])(
  'every type of problem that the API documents has a sentence for a person (%s)',
  async (language) => {
    const host = await testHost();
    const { text } = await host.call('GET', '/openapi.json');
    await host.stop();
    const lists = [...text.matchAll(/(?:Any of|Of this endpoint): ([a-z0-9_, -]+)/g)].map(([, list = '']) => list);
    const types = new Set(lists.flatMap((list) => list.split(', ').map((type) => type.replaceAll('_', '-'))));
    expect(types.size).toBeGreaterThan(70);
    const known = sentences(language);
    for (const type of types)
      expect(known, type).toHaveProperty(type, expect.stringMatching(/^[A-ZÄÖÜ][^`_{}]{15,}\.$/));
  },
);
