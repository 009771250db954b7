import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../../shared/page.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { Anchors } from './anchors.tsx';
import classes from './clock.module.css';
import { ClockChoice } from './clock-choice.tsx';
import { ClockFace } from './clock-face.tsx';
import { Shift, Travel } from './clock-moves.tsx';
import { clockQuery } from './clock-queries.ts';
import { UpcomingList } from './upcoming.tsx';

/** The clock: what it shows, how it is moved, the moments that it can return to, and what happens next. */
export function ClockPage() {
  const { t } = useTranslation('time');
  const { clock: clockId } = useSearch({ from: '/signed-in/time/clock' });
  const query = useQuery(clockQuery(clockId));
  return (
    <Page title={t('clock.title')} subtitle={t('clock.subtitle')} actions={<ClockChoice clockId={clockId} />}>
      <QueryState query={query}>
        {(reading) => (
          <div className={classes.layout}>
            <ClockFace clockId={clockId} reading={reading} />
            <Shift clockId={clockId} />
            <Travel key={clockId} clockId={clockId} reading={reading} />
            <UpcomingList clockId={clockId} reading={reading} />
            <Anchors clockId={clockId} reading={reading} />
          </div>
        )}
      </QueryState>
    </Page>
  );
}
