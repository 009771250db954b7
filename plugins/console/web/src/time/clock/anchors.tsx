import { Checkbox, Group, TextInput } from '@mantine/core';
import { IconAnchor, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { ActionButton, IconButton, useAction } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { onSubmit, useText } from '../../shared/form.tsx';
import { QueryList } from '../../shared/list.tsx';
import { ErrorNote } from '../../shared/notice.tsx';
import { Section } from '../../shared/page.tsx';
import { refresh } from '../../shared/query-client.ts';
import { fromField, toField, useInstants } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type ClockProps, operateClock } from './clock.ts';

type Anchor = Answer<'/v1/list-anchors'>['anchors'][number];

/** The moments with a name: make one, go there, lock it, delete it. */
export function Anchors({ clockId, reading }: ClockProps) {
  const { t } = useTranslation('time');
  const query = useQuery({
    queryKey: ['time', 'anchors'],
    queryFn: async () => (await api.GET('/v1/list-anchors')).anchors,
  });
  return (
    <Section title={t('anchor.title')} {...(query.data && { count: String(query.data.length) })}>
      <div className={classes.card}>
        <MayChange scope="time">
          <NewAnchor now={reading.now} />
        </MayChange>
        <QueryList query={query} empty={{ icon: IconAnchor, title: t('anchor.empty'), text: t('anchor.emptyText') }}>
          {(anchors) => (
            <ul className={classes.list}>
              {anchors.map((anchor) => (
                <AnchorRow key={anchor.anchor_id} anchor={anchor} clockId={clockId} />
              ))}
            </ul>
          )}
        </QueryList>
      </div>
    </Section>
  );
}

async function setAnchor(body: Pick<Anchor, 'timestamp' | 'description' | 'locked'>): Promise<void> {
  await api.POST('/v1/set-anchor', { body });
  await refresh('time', 'anchors');
}

async function deleteAnchor(anchor_id: string, force: boolean): Promise<void> {
  await api.DELETE('/v1/delete-anchor', { anchor_id, force });
  await refresh('time', 'anchors');
}

function NewAnchor({ now }: { readonly now: number }) {
  const { t } = useTranslation('time');
  const [description, descriptionInput, setDescription] = useText();
  const [time, timeInput] = useText(toField(now));
  const [locked, setLocked] = useState(false);
  const set = useAction(() => setAnchor({ timestamp: fromField(time) ?? time, description, locked }), {
    onSuccess: () => setDescription(''),
  });
  return (
    <form onSubmit={onSubmit(set.mutate)} className={classes.newAnchor}>
      <TextInput
        flex="1 1 12rem"
        label={t('anchor.name')}
        placeholder={t('anchor.nameExample')}
        required
        {...descriptionInput}
      />
      <TextInput type="datetime-local" step={1} required label={t('anchor.time')} {...timeInput} />
      <Checkbox
        pb="0.5rem"
        label={t('anchor.locked')}
        checked={locked}
        onChange={(event) => setLocked(event.currentTarget.checked)}
      />
      <ActionButton type="submit" variant="light" loading={set.isPending}>
        {t('anchor.set')}
      </ActionButton>
      <ErrorNote error={set.error} />
    </form>
  );
}

function AnchorRow({ anchor, clockId }: Pick<ClockProps, 'clockId'> & { readonly anchor: Anchor }) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const { anchor_id, timestamp, description, locked } = anchor;
  const go = useAction(() => operateClock(clockId, { path: 'return', anchor_id }));
  const remove = useAction(() => deleteAnchor(anchor_id, locked));
  // An anchor cannot be changed: the locked one is set before the open one is deleted, so the moment is never lost.
  const lock = useAction(async () => {
    await setAnchor({ timestamp, description, locked: !locked });
    await deleteAnchor(anchor_id, locked);
  });
  const deletion = {
    title: t('anchor.deleteLocked'),
    text: t('anchor.deleteLockedText', { name: description }),
    confirm: t('action.delete'),
    color: 'red',
  } as const;
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{description}</span>
        <span className={classes.details}>
          {dateTime(Date.parse(timestamp))} UTC{locked && ` · ${t('anchor.isLocked')}`}
        </span>
      </span>
      <MayChange scope="time">
        <Group gap={4} wrap="nowrap">
          <ActionButton size="xs" variant="light" action={go}>
            {t('clock.goThere')}
          </ActionButton>
          <IconButton
            icon={locked ? IconLock : IconLockOpen}
            label={t(locked ? 'anchor.unlock' : 'anchor.lock', { name: description })}
            tip
            action={lock}
          />
          <IconButton
            icon={IconTrash}
            label={t('anchor.delete', { name: description })}
            tip
            action={remove}
            {...(locked && { ask: deletion })}
          />
        </Group>
      </MayChange>
      <ErrorNote error={go.error ?? remove.error ?? lock.error} />
    </li>
  );
}
