import { Card, Checkbox, Stack, TextInput } from '@mantine/core';
import { IconAnchor, IconLock, IconLockOpen, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { MayChange } from '../../session/may-change.tsx';
import { IconButton, RowButton } from '../../shared/action.tsx';
import { type Answer, api } from '../../shared/api.ts';
import { useFields } from '../../shared/fields.ts';
import { Form } from '../../shared/form.tsx';
import { QueryList, Row } from '../../shared/list.tsx';
import { Section } from '../../shared/page.tsx';
import { refresh } from '../../shared/query-client.ts';
import { fromField, toField, useInstants } from '../shared/instants.ts';
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
      <Stack>
        <MayChange scope="time">
          <NewAnchor now={reading.now} />
        </MayChange>
        <QueryList
          query={query}
          empty={{ icon: IconAnchor, title: t('anchor.empty'), text: t('anchor.emptyText') }}
          row={(anchor) => <AnchorRow key={anchor.anchor_id} anchor={anchor} clockId={clockId} />}
        />
      </Stack>
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
  const [field, set, { box }] = useFields(
    { description: '', timestamp: toField(now), locked: false },
    (body) => setAnchor({ ...body, timestamp: fromField(body.timestamp) ?? body.timestamp }),
    { resets: ['description'], labels: (name) => t(`anchor.${name}`) },
  );
  return (
    <Card>
      <Form sending={set} submit={t('anchor.set')} variant="light" inline>
        <TextInput flex="1 1 12rem" placeholder={t('anchor.nameExample')} required {...field('description')} />
        <TextInput type="datetime-local" step={1} required {...field('timestamp')} />
        <Checkbox pb="0.5rem" label={t('anchor.locked')} {...box('locked')} />
      </Form>
    </Card>
  );
}

function AnchorRow({ anchor, clockId }: Pick<ClockProps, 'clockId'> & { readonly anchor: Anchor }) {
  const { t } = useTranslation('time');
  const { dateTime } = useInstants();
  const { anchor_id, timestamp, description, locked } = anchor;
  return (
    <Row name={description} details={[`${dateTime(timestamp)} UTC${locked ? ` · ${t('anchor.isLocked')}` : ''}`]}>
      <MayChange scope="time">
        <RowButton
          text={t('clock.goThere')}
          variant="light"
          action={() => operateClock(clockId, { path: 'return', anchor_id })}
        />
        <IconButton
          icon={locked ? IconLock : IconLockOpen}
          label={t(locked ? 'anchor.unlock' : 'anchor.lock', { name: description })}
          tip
          // It cannot be changed: the locked one is set before the open one is deleted, so the moment is never lost.
          action={async () => {
            await setAnchor({ timestamp, description, locked: !locked });
            await deleteAnchor(anchor_id, locked);
          }}
        />
        <IconButton
          icon={IconTrash}
          label={t('anchor.delete', { name: description })}
          tip
          action={() => deleteAnchor(anchor_id, locked)}
          {...(locked && {
            ask: {
              title: t('anchor.deleteLocked'),
              text: t('anchor.deleteLockedText', { name: description }),
              confirm: t('action.delete'),
              color: 'red',
            },
          })}
        />
      </MayChange>
    </Row>
  );
}
