import { resolve } from 'node:path';
import { labelledVisits, readingOf } from '../../plugins/chiropractic-grid/testing/visits.ts';
import { table } from './table.ts';

const folder = resolve(import.meta.dirname, '../../plugins/chiropractic-grid/testing/visits');

/** How much of narrated chiropractic visits is read as a person reads it. */
export async function benchGrid(): Promise<void> {
  const readings = labelledVisits(folder).map((visit) => ({ visit, read: readingOf(visit) }));
  const compare = (part: 'rows' | 'codes' | 'missing') => {
    const labels = readings.flatMap(({ visit, read }) => visit[part].map((label) => read[part].includes(label)));
    const invented = readings.flatMap(({ visit, read }) => read[part].filter((each) => !visit[part].includes(each)));
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
