import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { compileExpression } from './expression.ts';

const schema = z.object({
  record: z.object({
    id: z.string(),
    form: z.enum(['soap', 'hp']),
    warnings: z.int(),
    score: z.number(),
    patient: z.string().nullable(),
    tags: z.array(z.string()),
    place: z.object({ name: z.string(), floor: z.int() }),
    more: z.record(z.string(), z.unknown()),
  }),
  type: z.string(),
});

const payload = {
  record: {
    id: 'r1',
    form: 'soap',
    warnings: 2,
    score: 0.5,
    patient: null,
    tags: ['a', 'b'],
    place: { name: 'lab', floor: 3 },
    more: { page: 7 },
  },
  type: 'x',
};

function resultOf(text: string): unknown {
  const compiled = compileExpression(text, schema);
  if ('message' in compiled) throw new Error(compiled.message);
  return compiled.evaluate(payload);
}

function faultOf(text: string): string {
  const compiled = compileExpression(text, schema);
  return 'message' in compiled ? compiled.message : `no fault; type ${compiled.type}`;
}

describe('an expression', () => {
  test.for<readonly [string, unknown]>([
    ['record.id', 'r1'],
    ["'note ready: ' + record.id", 'note ready: r1'],
    ['record.warnings + 1', 3],
    ['size(record.warnings) == 2 && size(record.tags) == 2', true],
    ['record.warnings == 2 && record.score < 1.0', true],
    ['record.patient == null', true],
    ['record.tags.map(t, t + "!")', ['a!', 'b!']],
    ['size(record.tags)', 2],
    ['record.place', { name: 'lab', floor: 3 }],
    ['{"id": record.id, "floor": record.place.floor}', { id: 'r1', floor: 3 }],
    ['record.more.page', 7],
    ['has(record.more.word)', false],
    ['record', payload.record],
  ])('%s gives plain JSON', ([text, value]) => {
    expect(resultOf(text)).toEqual(value);
  });

  test.for<readonly [string, string]>([
    ['recrd.id', 'unknown name "recrd"; known: record (character 1 of the expression)'],
    [
      'record.warnigs == 0',
      'unknown field "warnigs"; known: id, form, warnings, score, patient, tags, place, more; did you mean "warnings"? (character 8 of the expression)',
    ],
    ['record.place.nam', 'unknown field "nam"; known: name, floor (character 14 of the expression)'],
    ['record.id + 1', 'no such overload: string + int (character 1 of the expression)'],
    ['record.id ==', 'unexpected token: EOF (character 13 of the expression)'],
    ['lenght(record.id)', "found no matching overload for 'lenght(string)' (character 1 of the expression)"],
    ['type == "x"', 'no such overload: type == string (character 1 of the expression)'],
  ])('%s is refused with its fault', ([text, fault]) => {
    expect(faultOf(text)).toBe(fault);
  });

  test.for([
    ['1 / (record.warnings - 2)', /division by zero/],
    ['record.more.word', /No such key: word/],
    ['timestamp("2024-01-01T00:00:00Z")', /make it a text/],
  ] as const)('%s throws where it has no value', ([text, said]) => {
    expect(() => resultOf(text)).toThrow(said);
  });
});
