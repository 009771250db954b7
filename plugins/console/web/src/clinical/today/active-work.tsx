import { Box, Progress } from '@mantine/core';
import { IconAlertCircle, IconBan, IconLoader2, IconRefresh, IconTrash, IconWaveSine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MayChange } from '../../session/session.ts';
import { IconButton, LinkButton, RowButton } from '../../shared/action.tsx';
import { api, problemSentence } from '../../shared/api.ts';
import { useTexts } from '../../shared/i18n.ts';
import { Row, Rows } from '../../shared/list.tsx';
import { Dimmed, Section } from '../../shared/page.tsx';
import { timeLeft } from './time-left.ts';
import { earlierRunsQuery, type ListedRun, type Recording, runQuery } from './today-queries.ts';

/** What is no record yet; nothing if there is none. */
function Work<Item extends { readonly id: string }>(props: {
  readonly title: string;
  readonly items: readonly Item[];
  readonly row: (item: Item) => ReactNode;
}) {
  if (props.items.length === 0) return null;
  return (
    <Section title={props.title} count={String(props.items.length)}>
      <Rows>{props.items.map(props.row)}</Rows>
    </Section>
  );
}

/** What is recorded, what is being made, and what has failed. */
export function ActiveWork(props: {
  readonly recordings: readonly Recording[];
  readonly working: readonly ListedRun[];
  readonly failed: readonly ListedRun[];
}) {
  const { t, bytes, time } = useTexts('clinical');
  return (
    <>
      {/* Any recording can be gone on with, also one of another, closed tab. */}
      <Work
        title={t('today.recording')}
        items={props.recordings.filter(({ status }) => status !== 'finishing')}
        row={({ id, status, changedAt, bytes: size }) => (
          <Row
            key={id}
            icon={IconWaveSine}
            name={t(`recording.${status}`)}
            details={[t('today.lastSound', { time: time(changedAt), size: bytes(size) })]}
          >
            <LinkButton scope="clinical" to="/clinical/new" search={{ recording: id }} size="xs" variant="light">
              {t('today.goOn')}
            </LinkButton>
          </Row>
        )}
      />
      <Work title={t('today.working')} items={props.working} row={(run) => <RunAtWork key={run.id} run={run} />} />
      <Work title={t('today.failed')} items={props.failed} row={(run) => <FailedRun key={run.id} run={run} />} />
    </>
  );
}

const changes = ['runs'];

function RunAtWork({ run }: { readonly run: ListedRun }) {
  const { t } = useTexts('clinical');
  const { id, workflow } = run;
  const { data } = useQuery(runQuery(id));
  const { data: earlier = [] } = useQuery(earlierRunsQuery(workflow));
  const steps = data?.steps ?? [];
  const done = steps.filter(({ status }) => status === 'done' || status === 'skipped').length;
  const left = timeLeft(steps, earlier, Date.now());
  const share = steps.length === 0 ? 0 : done / steps.length;
  return (
    <Row
      icon={IconLoader2}
      name={run.name || t('today.unnamed')}
      details={[run.status === 'queued' ? t('today.queued') : t('today.step', { step: run.step ?? '' })]}
    >
      <Box flex="0 1 14rem" miw="7rem">
        <Progress value={Math.max(4, share * 100)} aria-label={t('today.share')} animated />
        <Dimmed size="xs" mt={2}>
          {steps.length > 0 && t('today.steps', { done, count: steps.length })}
          {left !== undefined && ` · ${t('today.minutesLeft', { count: Math.ceil(left / 60_000) })}`}
        </Dimmed>
      </Box>
      <IconButton
        scope="clinical"
        icon={IconBan}
        label={t('today.cancel')}
        tip
        action={() => api.DELETE('/api/v1/runs/{id}', { id })}
        changes={changes}
      />
    </Row>
  );
}

function FailedRun({ run }: { readonly run: ListedRun }) {
  const { t, dateTime } = useTexts('clinical');
  const { id } = run;
  return (
    <Row
      icon={IconAlertCircle}
      iconColor="var(--cs-bad)"
      name={run.name || t('today.unnamed')}
      details={[`${dateTime(run.createdAt)} · ${t('today.failedStep', { step: run.step ?? '' })}`]}
      fault={run.error?.detail.map(({ type }) => problemSentence(type, 500)).join(' ')}
    >
      <MayChange scope="clinical">
        <RowButton
          text={t('today.retry')}
          variant="light"
          icon={IconRefresh}
          action={() => api.POST('/api/v1/runs/{id}/retry', { id })}
          changes={changes}
        />
        <IconButton
          icon={IconTrash}
          label={t('today.discard')}
          tip
          action={() => api.DELETE('/api/v1/runs/{id}', { id })}
          changes={changes}
        />
      </MayChange>
    </Row>
  );
}
