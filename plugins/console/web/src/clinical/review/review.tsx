import { Box, SegmentedControl, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconGridDots, IconHistory, IconListCheck, IconMessages, IconNotesOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { NotePanel, NotePanelTabs } from '../../extensions/places.tsx';
import { hideUndo } from '../../shared/action.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { useKeys } from '../../shared/keys.ts';
import { QueryState } from '../../shared/list.tsx';
import { IconTab } from '../../shared/menu.tsx';
import { ErrorNote, useTitle } from '../../shared/page.tsx';
import { nameOf, useNeighbours } from '../records.ts';
import { isSample, SampleNotice } from '../sample-visit.tsx';
import { FactsPane, factText, leftOut, ShowEvidence, UnmentionedPane } from './evidence.tsx';
import { GridPane } from './grid-pane.tsx';
import { nearestSection } from './nearest-section.ts';
import { markedSegments, NotePane, type Selection } from './note-pane.tsx';
import { PlayerBar, usePlayer } from './player.tsx';
import { type Fact, recordQuery, type Transcript, type Unmentioned } from './record-query.ts';
import classes from './review.module.css';
import { ReviewHeader } from './review-header.tsx';
import { Signature } from './signature.tsx';
import { TranscriptPane } from './transcript-pane.tsx';
import { newKey, useEditor } from './use-editor.ts';
import { ConflictDialog, VersionsPane } from './versions.tsx';

/** `/clinical/notes/$id`: the note beside what it rests on. */
export function ReviewPage() {
  const { id } = useParams({ from: '/signed-in/clinical/notes/$id' });
  const record = useQuery(recordQuery(id));
  return <QueryState query={record}>{(found) => <Review key={id} record={found} />}</QueryState>;
}

/** The note on one side; transcript, facts, grid and versions on the other. On small screens one at a time. */
function Review({ record }: { readonly record: Transcript }) {
  const { t } = useTexts('clinical');
  const editor = useEditor(record);
  const player = usePlayer(record);
  const [selection, setSelection] = useState<Selection>({ kind: 'none' });
  const [side, setSide] = useState<string>('transcript');
  const [shown, setShown] = useState<'note' | 'source'>('note');
  const small = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false });

  useTitle(nameOf(record) || t('today.unnamed'));

  const segments = useMemo(() => new Map(record.segments.map((each) => [each.id, each])), [record.segments]);
  const { available, play } = player;
  const playEvidence = useCallback(
    (evidence: readonly string[]) => {
      const first = evidence.map((id) => segments.get(id)).find((each) => each !== undefined);
      if (first !== undefined) play(first.startMs, first.endMs);
    },
    [segments, play],
  );
  const select = useCallback((next: Selection) => {
    setSelection(next);
    if (next.kind === 'statement') setSide('transcript');
  }, []);
  const showEvidence = useCallback(
    (evidence: readonly string[]) => {
      setSelection({ kind: 'evidence', evidence });
      setSide('transcript');
      if (available) playEvidence(evidence);
    },
    [available, playEvidence],
  );
  const selectSegment = useCallback((id: string) => setSelection({ kind: 'segment', id }), []);
  const marked = useMemo(() => markedSegments(selection), [selection]);
  useNeighbours(record);
  useKeys([
    ...(available
      ? [
          { key: 'Space', text: t('review.playOrPause'), act: player.toggle },
          { key: 'B', text: t('review.back'), act: player.back },
        ]
      : []),
    ...(editor.readOnly
      ? []
      : [
          { key: 'mod+Z', text: t('action.undo'), act: () => editor.undo() },
          { key: 'mod+shift+Z', text: t('action.redo'), act: editor.redo },
          { key: 'mod+Y', text: t('action.redo'), act: editor.redo },
          { key: 'Enter', text: t('review.keys.add') },
          { key: 'alt+Arrow', text: t('review.keys.move') },
        ]),
  ]);
  useEffect(() => hideUndo, []);
  const { change, sections } = editor;
  const add = (text: string, evidence: readonly string[], section: string) => {
    const statements = sections.find((each) => each.name === section)?.statements ?? [];
    change({ sections: { [section]: [...statements, { key: newKey(), text, evidence }] } });
  };
  const adding = {
    sections: sections.map(({ name: section }) => section),
    best: ({ evidence }: Pick<Fact, 'evidence'>) => nearestSection(evidence, record.segments, sections),
  };
  const addFact = (fact: Fact, section: string) => {
    add(`${t(`fact.${fact.kind}`)}: ${factText(fact)}.`, fact.evidence, section);
    setShown('note');
  };
  // Several are taken up one after the other, so the list stays in view.
  const addSaid = ({ text, evidence }: Unmentioned, section: string) => add(text, evidence, section);
  const omitted = record.coverage.omitted?.length ?? 0;
  const entries = leftOut(record, sections);
  const left = entries?.length ?? 0;
  const { coverage, grid, speakers } = record;
  const names = new Map(speakers.map(({ speaker, name: called }) => [speaker, called ?? speaker]));
  const transcript = <TranscriptPane {...{ record, editor, player, marked }} onSelect={selectSegment} />;
  const unmentioned = (
    <UnmentionedPane
      of="note"
      entries={entries}
      language={coverage.language}
      names={names}
      adding={editor.readOnly ? undefined : { ...adding, onAdd: addSaid }}
    />
  );
  const facts = <FactsPane record={record} adding={editor.readOnly ? undefined : { ...adding, onAdd: addFact }} />;
  const ofGrid = ['grid', 'grid.title', IconGridDots, 0, <GridPane key="grid" {...{ record, editor }} />] as const;
  const tabs = [
    ['transcript', 'review.transcript', IconMessages, 0, transcript],
    ['unmentioned', 'unmentioned.title', IconNotesOff, left, side === 'unmentioned' && unmentioned],
    ...(coverage.language === null ? [] : [['facts', 'facts.title', IconListCheck, omitted, facts] as const]),
    ...(grid === undefined ? [] : [ofGrid]),
    ['versions', 'versions.title', IconHistory, 0, side === 'versions' && <VersionsPane {...{ record, editor }} />],
  ] as const;

  return (
    <div className={classes.page}>
      <ReviewHeader record={record} editor={editor} />
      {isSample(record) && (
        <Box p="0.75rem 1.5rem" className={classes.noPrint}>
          <SampleNotice id={record.id} />
        </Box>
      )}
      <ErrorNote error={editor.error} onRetry={editor.saveNow} />
      {editor.conflict !== null && <ConflictDialog record={record} editor={editor} />}
      {small && (
        <SegmentedControl
          className={classes.switch}
          fullWidth
          value={shown}
          onChange={(value) => setShown(value === 'note' ? 'note' : 'source')}
          data={[
            { value: 'note', label: t('review.note') },
            { value: 'source', label: t('review.source') },
          ]}
        />
      )}
      <div className={classes.panes}>
        <div className={classes.left} hidden={small && shown !== 'note'}>
          <NotePane
            record={record}
            editor={editor}
            selection={selection}
            onSelect={select}
            onPlay={available ? playEvidence : undefined}
          />
          <Signature record={record} />
        </div>
        <div className={classes.right} hidden={small && shown !== 'source'}>
          <Tabs
            value={side}
            onChange={(value) => setSide(value ?? 'transcript')}
            className={classes.tabs}
            classNames={{ tab: classes.tab }}
          >
            <Tabs.List>
              {tabs.map(([value, text, icon, count]) => (
                <IconTab key={value} {...{ value, icon, count }}>
                  {t(text)}
                </IconTab>
              ))}
              <NotePanelTabs />
            </Tabs.List>
            <ShowEvidence value={showEvidence}>
              {tabs.map(([value, , , , pane]) => (
                <Tabs.Panel key={value} value={value} className={classes.panel}>
                  {pane}
                </Tabs.Panel>
              ))}
            </ShowEvidence>
            <NotePanel note={record} tab={side} />
          </Tabs>
          <PlayerBar player={player} marks={record.marks} />
        </div>
      </div>
    </div>
  );
}
