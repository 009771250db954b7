import { resolve } from 'node:path';
import { labelledVisits, readingOf } from '../../plugins/chiropractic-grid/testing/visits.ts';
import { table } from './table.ts';

const folder = resolve(import.meta.dirname, '../../plugins/chiropractic-grid/testing/visits');

/** How much of narrated chiropractic visits is read as a person reads it. */
export async function benchGrid(): Promise<void> {
  const readings = labelledVisits(folder).map((visit) => ({ visit, read: readingOf(visit) }));
  const compare = (part: 'rows' | 'codes' | 'missing') => {
    const pairs = readings.flatMap(({ visit, read }) => {
      const labels = visit[part];
      return labels === undefined ? [] : [{ labels, found: read[part] }];
    });
    const labels = pairs.flatMap((pair) => pair.labels.map((label) => pair.found.includes(label)));
    const invented = pairs.flatMap((pair) => pair.found.filter((each) => !pair.labels.includes(each)));
    const right = labels.filter(Boolean).length;
    return [`${right} of ${labels.length}`, `${((100 * right) / labels.length).toFixed(1)} %`, String(invented.length)];
  };
  table(
    `Narrated chiropractic visits (${readings.length})`,
    ['what', 'right', 'share', 'not in the labels'],
    [
      ['rows', ...compare('rows')],
      ['codes', ...compare('codes')],
      ['payer gaps', ...compare('missing')],
    ],
  );
}
