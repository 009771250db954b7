import { Box, Flex, List, Select, Table, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { use } from 'react';
import { IconButton } from '../../shared/action.tsx';
import { Form, useFields } from '../../shared/form.tsx';
import { useTexts } from '../../shared/i18n.ts';
import { Dimmed } from '../../shared/page.tsx';
import { Citing, EvidenceList, EvidenceRow, ShowEvidence } from './evidence.tsx';
import classes from './grid.module.css';
import type { Transcript } from './record-query.ts';
import { codesOf } from './take-back.ts';
import type { Editor } from './use-editor.ts';

const columns = ['level', 'findings', 'technique', 'pain'] as const;

/** The levels that were spoken of, as a picture and a table, with completeness and codes, each with its words. */
export function GridPane(props: { readonly record: Transcript; readonly editor: Editor }) {
  const { t } = useTexts('clinical');
  const { grid = [], completeness } = props.record;
  const score = (value: number | null) => (value === null ? '–' : String(value));
  const body = grid.map((row) => [
    <div key="level">
      <Citing evidence={row.evidence}>{row.level}</Citing>
      {row.side !== null && <Dimmed size="xs">{t(`side.${row.side}`)}</Dimmed>}
    </div>,
    row.findings.map(({ element, value }) => `${element}: ${value}`).join('; '),
    row.adjusted ? (row.technique ?? t('grid.adjusted')) : t('grid.notAdjusted'),
    `${score(row.vas_before)} → ${score(row.vas_after)}`,
  ]);
  return (
    <Box p="1rem 1.25rem 3rem">
      <Flex wrap="wrap" gap="md">
        <Spine rows={grid} />
        <Box flex="1 1 20rem" miw={0}>
          {grid.length === 0 ? (
            <Text c="dimmed">{t('grid.empty')}</Text>
          ) : (
            <Table.ScrollContainer minWidth={380}>
              <Table verticalSpacing={6} data={{ head: columns.map((column) => t(`grid.${column}`)), body }} />
            </Table.ScrollContainer>
          )}
        </Box>
      </Flex>
      {completeness !== undefined && (
        <EvidenceList
          title={t('grid.completeness')}
          note={
            completeness.missing.length > 0 && (
              <Box mb="0.5rem" p="0.4rem 0.75rem" bdrs="md" bg="var(--cs-warn-soft)" c="var(--cs-warn)">
                {t('grid.missing')}
                <List size="sm" mt={4}>
                  {completeness.missing.map((each) => (
                    <List.Item key={each}>{each}</List.Item>
                  ))}
                </List>
              </Box>
            )
          }
        >
          {completeness.findings.map(({ element, value, evidence }) => (
            <EvidenceRow key={`${element} ${value}`} text={value} detail={element} evidence={evidence} />
          ))}
        </EvidenceList>
      )}
      <Codes {...props} />
    </Box>
  );
}

const systems = ['ICD-10-CM', 'CPT'] as const;

/** The codes, which are proposed, added and taken out; each shows the words that it rests on. */
function Codes({ record, editor }: Parameters<typeof GridPane>[0]) {
  const { t } = useTexts('clinical');
  const codes = editor.pending.fields.codes ?? codesOf(record).codes ?? [];
  const change = (next: typeof codes) => editor.changeFields({ codes: next });
  const [field, add, { values }] = useFields(
    { system: 'ICD-10-CM' as (typeof systems)[number], code: '' },
    async ({ system, code }) => change([...codes, { system, code: code.trim().toUpperCase(), evidence: [] }]),
    { resets: ['code'] },
  );
  const typed = values.code.trim().toUpperCase();
  const isKnown = codes.some(({ system, code }) => system === values.system && code === typed);
  if (editor.readOnly && codes.length === 0) return null;
  return (
    <>
      <EvidenceList title={t('grid.codes')} note={<Dimmed mb={6}>{t('grid.codesText')}</Dimmed>}>
        {codes.map((each) => (
          <EvidenceRow
            key={`${each.system} ${each.code}`}
            text={each.code}
            detail={each.evidence?.length ? each.system : `${each.system} · ${t('grid.codeAdded')}`}
            evidence={each.evidence ?? []}
          >
            {!editor.readOnly && (
              <IconButton
                icon={IconX}
                label={t('grid.removeCode', each)}
                onClick={() => change(codes.filter((other) => other !== each))}
              />
            )}
          </EvidenceRow>
        ))}
      </EvidenceList>
      {!editor.readOnly && (
        <Box mt="xs">
          <Form sending={add} submit={t('grid.addCode')} icon={IconPlus} variant="light" disabled={isKnown} inline>
            <Select w="9rem" label={t('grid.system')} data={systems} {...field('system')} />
            <TextInput
              w="9rem"
              label={t('grid.code')}
              placeholder={values.system === 'CPT' ? '98941' : 'M99.03'}
              required
              pattern="\s*[A-Za-z0-9][A-Za-z0-9.]{1,8}\s*"
              {...field('code')}
              error={isKnown && t('grid.codeKnown')}
            />
          </Form>
        </Box>
      )}
    </>
  );
}

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
function Spine({ rows }: { readonly rows: readonly Row[] }) {
  const { t } = useTexts('clinical');
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
