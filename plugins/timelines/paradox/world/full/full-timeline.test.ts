import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkVersions } from './full-timeline.ts';

it('the last version of each event is current, also where the first is on another timeline', () => {
  /** Each is of the event that begins so far before it, which need not be among them, or begins one. */
  const anyVersions = fc.uniqueArray(fc.tuple(fc.nat(60), fc.nat(20)), { selector: ([seq]) => seq }).map((pairs) => {
    const subjects = new Map<number, number>();
    for (const [seq, back] of pairs.toSorted(([one], [other]) => one - other)) {
      const subject = seq - back;
      subjects.set(seq, (subjects.get(subject) ?? subject) === subject ? subject : seq);
    }
    return [...subjects].map(([seq, subject]) => ({ seq, subject }));
  });
  const same = fc.property(anyVersions, (versions) => {
    const { shown, previous } = linkVersions(
      Float64Array.from(versions, ({ seq }) => seq),
      Float64Array.from(versions, ({ subject }) => subject),
    );
    const isSame = (subject: number) => (other: { readonly subject: number }) => other.subject === subject;
    expect([...shown]).toEqual(versions.map(({ subject }) => versions.findLastIndex(isSame(subject))));
    expect([...previous]).toEqual(
      versions.map(({ subject }, at) => versions.slice(0, at).findLastIndex(isSame(subject))),
    );
  });
  fc.assert(same, { numRuns: 1_000 });
});
