import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { ShowEvidence } from './evidence-row.tsx';
import classes from './grid.module.css';
import type { Transcript } from './record-query.ts';

type Row = NonNullable<Transcript['grid']>[number];

const regions = [
  ['C', 7],
  ['T', 12],
  ['L', 5],
] as const;
const levels = [
  'occiput',
  ...regions.flatMap(([letter, count]) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)),
  'sacrum',
];

const height = 15;

/** The spine from the head down. Levels that were spoken of are filled; adjusted ones have a ring around them. */
export function Spine({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTranslation('clinical');
  const show = use(ShowEvidence);
  const byLevel = new Map(rows.map((row) => [row.level, row]));
  return (
    <svg
      className={classes.spine}
      viewBox={`0 0 96 ${levels.length * height + 8}`}
      role="img"
      aria-label={t('grid.picture')}
    >
      {levels.map((level, index) => {
        const row = byLevel.get(level);
        const width = 22 + index * 0.75;
        // The side view's curves: forward in the neck and the low back.
        const x = 44 + Math.sin((index / levels.length) * Math.PI * 3) * 6;
        const y = index * height + 4;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it does the same by keyboard
          <g key={level} data-found={row !== undefined} onClick={() => row !== undefined && show(row.evidence)}>
            <rect x={x - width / 2} y={y} width={width} height={height - 4} rx={4} />
            {row?.adjusted === true && (
              <rect className={classes.ring} x={x - width / 2 - 3} y={y - 2} width={width + 6} height={height} rx={6} />
            )}
            {row !== undefined && (
              <text x={x + width / 2 + 7} y={y + 9}>
                {level}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
