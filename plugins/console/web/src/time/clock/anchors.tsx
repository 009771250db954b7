import { ActionIcon, Button, Checkbox, Group, Text, TextInput, Tooltip } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconAnchor, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, read } from '../../shared/api.ts';
import { Empty } from '../../shared/empty.tsx';
import { ErrorNote } from '../../shared/error-note.tsx';
import { queryClient } from '../../shared/query-client.ts';
import { QueryState } from '../../shared/query-state.tsx';
import { Section } from '../../shared/section.tsx';
import { fromField, toField, useInstants } from '../shared/instants.ts';
import classes from './clock.module.css';
import { type Anchor, anchorsQuery, type ClockReading, operateClock } from './clock-queries.ts';

interface Props {
  readonly clockId: string | undefined;
  readonly reading: ClockReading;
}

/** The moments with a name: make one, go there, lock it, delete it. */
export function Anchors({ clockId, reading }: Props) {
  const { t } = useTranslation('time');
  const anchors = useQuery(anchorsQuery);
  return (
    <Section title={t('anchor.title')} {...(anchors.data && { count: String(anchors.data.length) })}>
      <div className={classes.card}>
        <NewAnchor now={reading.now} />
        <QueryState query={anchors}>
          {(list) =>
            list.length === 0 ? (
              <Empty icon={IconAnchor} title={t('anchor.empty')} text={t('anchor.emptyText')} />
            ) : (
              <ul className={classes.list}>
                {list.map((anchor) => (
                  <AnchorRow key={anchor.anchor_id} anchor={anchor} clockId={clockId} />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
    </Section>
  );
}

interface NewAnchorFields {
  readonly timestamp: string;
  readonly description: string;
  readonly locked: boolean;
}

async function setAnchor(body: NewAnchorFields): Promise<void> {
  await read(api.POST('/v1/set-anchor', { body }));
  await queryClient.invalidateQueries({ queryKey: ['time', 'anchors'] });
}

function NewAnchor({ now }: { readonly now: number }) {
  const { t } = useTranslation('time');
  const [description, setDescription] = useState('');
  const [time, setTime] = useState(() => toField(now));
  const [locked, setLocked] = useState(false);
  const set = useMutation({ mutationFn: setAnchor, onSuccess: () => setDescription('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set.mutate({ timestamp: fromField(time) ?? time, description, locked });
  };
  return (
    <form onSubmit={submit} className={classes.newAnchor}>
      <TextInput
        className={classes.grow}
        label={t('anchor.name')}
        placeholder={t('anchor.nameExample')}
        required
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        step={1}
        required
        label={t('anchor.time')}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Checkbox
        label={t('anchor.locked')}
        checked={locked}
        onChange={(event) => setLocked(event.currentTarget.checked)}
      />
      <Button type="submit" variant="light" loading={set.isPending}>
        {t('anchor.set')}
      </Button>
      {set.error !== null && <ErrorNote error={set.error} />}
    </form>
  );
}

function AnchorRow({ anchor, clockId }: { readonly anchor: Anchor; readonly clockId: string | undefined }) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const { anchor_id, timestamp, description, locked } = anchor;
  const go = useMutation({ mutationFn: () => operateClock(clockId, { path: 'return', anchor_id }) });
  const remove = useMutation({ mutationFn: () => deleteAnchor(anchor_id, locked) });
  // An anchor cannot be changed: the locked one is set before the open one is deleted, so the moment is never lost.
  const lock = useMutation({
    mutationFn: async () => {
      await setAnchor({ timestamp, description, locked: !locked });
      await deleteAnchor(anchor_id, locked);
    },
  });
  const askThenDelete = () =>
    locked
      ? modals.openConfirmModal({
          title: t('anchor.deleteLocked'),
          children: <Text size="sm">{t('anchor.deleteLockedText', { name: description })}</Text>,
          labels: { confirm: t('action.delete'), cancel: t('action.cancel') },
          confirmProps: { color: 'red' },
          closeButtonProps: { 'aria-label': t('action.close') },
          onConfirm: () => remove.mutate(),
        })
      : remove.mutate();
  const error = go.error ?? remove.error ?? lock.error;
  const lockText = t(locked ? 'anchor.unlock' : 'anchor.lock', { name: description });
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{description}</span>
        <span className={classes.details}>
          {dateTime(Date.parse(timestamp))} UTC{locked && ` · ${t('anchor.isLocked')}`}
        </span>
      </span>
      <Group gap={4} wrap="nowrap">
        <Button size="xs" variant="light" loading={go.isPending} onClick={() => go.mutate()}>
          {t('clock.goThere')}
        </Button>
        <Tooltip label={lockText}>
          <ActionIcon variant="subtle" color="gray" aria-label={lockText} onClick={() => lock.mutate()}>
            {locked ? <IconLock size={17} aria-hidden /> : <IconLockOpen size={17} aria-hidden />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('anchor.delete', { name: description })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('anchor.delete', { name: description })}
            onClick={askThenDelete}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Group>
      {error !== null && <ErrorNote error={error} />}
    </li>
  );
}

async function deleteAnchor(anchor_id: string, force: boolean): Promise<void> {
  await read(api.DELETE('/v1/delete-anchor', { params: { query: { anchor_id, force } } }));
  await queryClient.invalidateQueries({ queryKey: ['time', 'anchors'] });
}
