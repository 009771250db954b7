import { UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstants } from '../shared/instants.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

const rowHeight = 44;

/** The events as a table: the equal of the axis for whoever reads rather than looks. Only the rows in view exist. */
export function EventTable(props: {
  readonly events: readonly TimelineEvent[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: props.events.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = rows.getVirtualItems();
  return (
    <div ref={scroll} className={classes.tableScroll}>
      <table className={classes.table} aria-rowcount={props.events.length + 1} aria-label={t('table.label')}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('event.time')}</th>
            <th scope="col">{t('event.description')}</th>
            <th scope="col">{t('event.location')}</th>
            <th scope="col">{t('event.causes')}</th>
          </tr>
        </thead>
        <tbody>
          <Space height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const event = props.events[index];
            if (event === undefined) return null;
            const isSelected = event.id === props.selected;
            return (
              <tr key={event.id} aria-rowindex={index + 2} data-selected={isSelected} style={{ height: rowHeight }}>
                <td>{dateTime(event.start)}</td>
                <td>
                  <UnstyledButton
                    className={classes.rowButton}
                    aria-pressed={isSelected}
                    onClick={() => props.onSelect(event.id)}
                  >
                    {event.text}
                  </UnstyledButton>
                </td>
                <td>{event.location}</td>
                <td>{event.causes.length || ''}</td>
              </tr>
            );
          })}
          <Space height={rows.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  );
}

/** The rows that are out of view. */
function Space({ height }: { readonly height: number }) {
  return height <= 0 ? null : (
    <tr aria-hidden>
      <td colSpan={4} style={{ height, padding: 0 }} />
    </tr>
  );
}
