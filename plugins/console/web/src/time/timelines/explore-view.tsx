import { CloseButton, Group, SegmentedControl, Switch, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTimeline } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { MayChange, useMayChange } from '../../session/session.ts';
import { ActionButton } from '../../shared/action.tsx';
import { Close } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { QueryState } from '../../shared/list.tsx';
import { Empty, SearchInput } from '../../shared/page.tsx';
import { textScale } from '../../shared/theme.ts';
import { clockQuery } from '../clock/clock.ts';
import { AxisView } from './axis/axis-view.tsx';
import { laneKinds } from './axis/lanes.ts';
import { ChangeForm } from './change-form.tsx';
import { EventPanel } from './event-panel.tsx';
import { importSample } from './import-form.tsx';
import { MoveForm } from './move-form.tsx';
import { eventsQuery, noPreview, type Preview, planQuery, Shown, useChosen } from './shown-timeline.ts';
import type { TimelineEvent } from './timeline-event.ts';
import classes from './timelines.module.css';

type Aside =
  | { readonly show: 'details' }
  | { readonly show: 'change' }
  | { readonly show: 'move'; readonly to: number };

/** The events of one timeline, as an axis or as a table, with the selected one beside it. */
export function ExploreView() {
  const { t } = useTexts('time');
  const { timeline, choose } = useChosen();
  const query = useQuery(eventsQuery(timeline));
  if (query.data?.length !== 0) return <QueryState query={query}>{(events) => <Explore events={events} />}</QueryState>;
  // What a timeline is for, and a sample history to try everything on.
  return (
    <Empty icon={IconTimeline} title={t('timeline.empty')} text={t('timeline.emptyText')}>
      <MayChange scope="time">
        <Group justify="center">
          <ActionButton variant="light" action={async () => choose(await importSample(t('sample.name')))}>
            {t('sample.load')}
          </ActionButton>
        </Group>
      </MayChange>
    </Empty>
  );
}

function Explore({ events }: { readonly events: readonly TimelineEvent[] }) {
  const { t } = useTexts('time');
  const { timeline, event: selected, q = '', lanes, view, go } = useChosen();
  const { byId } = use(Shown);
  const laneKind = laneKinds.find((kind) => kind === lanes) ?? 'place';
  const [typed, setTyped] = useState(q);
  const [searched] = useDebouncedValue(typed, 200);
  const [aside, setAside] = useState<Aside>({ show: 'details' });
  const [preview, setPreview] = useState<Preview>(noPreview);
  const panel = useRef<HTMLElement>(null);
  const clock = useQuery(clockQuery(undefined));
  const [withPlan, setWithPlan] = useState(false);
  const plan = useQuery({ ...planQuery(timeline), enabled: withPlan });
  useEffect(() => void go({ q: searched || undefined }, true), [searched, go]);

  const found = useMemo(() => {
    const words = searched.trim().toLowerCase();
    return words === '' ? undefined : events.filter((event) => event.words.includes(words));
  }, [searched, events]);
  const matches = useMemo(() => (found === undefined ? undefined : new Set(found.map(({ id }) => id))), [found]);
  const critical = withPlan ? (plan.data?.critical_path ?? []) : [];
  const paths =
    preview === noPreview && critical.length > 1 ? [{ ids: critical, tone: 'accent' as const }] : preview.paths;
  const event = selected === undefined ? undefined : byId.get(selected);
  const mayChange = useMayChange('time');
  const close = () => {
    setAside({ show: 'details' });
    setPreview(noPreview);
  };
  const select = (id: string | undefined) => {
    close();
    void go({ event: id }, true);
  };
  return (
    <>
      <div className={classes.toolbar}>
        <SearchInput
          className={classes.search}
          aria-label={t('timeline.search')}
          placeholder={t('timeline.searchHint')}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {found !== undefined && <span aria-live="polite">{t('timeline.found', { count: found.length })}</span>}
        {view !== 'table' && (
          <>
            <SegmentedControl
              aria-label={t('axis.laneKind')}
              data={laneKinds.map((kind) => ({ value: kind, label: t(`axis.by.${kind}`) }))}
              value={laneKind}
              onChange={(kind) => void go({ lanes: kind })}
            />
            <Switch
              label={t('axis.criticalPath')}
              checked={withPlan}
              onChange={({ currentTarget }) => setWithPlan(currentTarget.checked)}
            />
          </>
        )}
      </div>
      <div className={classes.content} data-alone={event === undefined}>
        {view !== 'table' ? (
          <AxisView
            key={timeline}
            events={events}
            laneKind={laneKind}
            selected={selected}
            matches={matches}
            affected={preview.affected}
            paths={paths}
            moves={preview.moves}
            now={clock.data?.now}
            onSelect={select}
            onMove={(id, to) => {
              if (!mayChange) return;
              void go({ event: id }, true);
              setPreview({ ...noPreview, moves: new Map([[id, to]]) });
              setAside({ show: 'move', to });
            }}
            onOpen={() => panel.current?.focus()}
          />
        ) : (
          <EventTable events={found ?? events} selected={selected} onSelect={select} />
        )}
        {event !== undefined && (
          <aside ref={panel} tabIndex={-1} className={classes.aside} aria-label={t('event.details')}>
            {aside.show === 'details' && (
              <>
                <CloseButton
                  style={{ float: 'right' }}
                  aria-label={t('action.close')}
                  onClick={() => select(undefined)}
                />
                <EventPanel
                  event={event}
                  onChange={() => setAside({ show: 'change' })}
                  onMove={() => setAside({ show: 'move', to: event.start })}
                />
              </>
            )}
            <Close value={close}>
              {aside.show === 'change' && <ChangeForm key={event.id} event={event} onPreview={setPreview} />}
              {aside.show === 'move' && (
                <MoveForm key={`${event.id} ${aside.to}`} event={event} to={aside.to} onPreview={setPreview} />
              )}
            </Close>
          </aside>
        )}
      </div>
    </>
  );
}

const rowHeight = 44 * textScale;

/** The events as a table: the equal of the axis for whoever reads rather than looks. Only the rows in view exist. */
function EventTable(props: {
  readonly events: readonly TimelineEvent[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { t, dateTime } = useTexts('time');
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
