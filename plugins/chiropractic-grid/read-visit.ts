import type { Segment } from 'chronoscribe/kinds/transcripts';
import { Adjustments, type Focus, nobody } from './adjustments.ts';
import { ExaminationQuestions } from './examination-questions.ts';
import { type FreeSide, placeGroups } from './places/place-groups.ts';
import { ScoreReader, type SpokenClause } from './score-reader.ts';
import { denies } from './signs/denial.ts';
import { continuesLastPlaces, type LevelSign, levelSigns } from './signs/level-signs.ts';
import { clausesOf } from './speech/clauses.ts';
import { correctedSegments } from './speech/corrected-segments.ts';
import { Visit } from './visit.ts';

/** A clause of the clinician with what was found in it. */
interface Read extends SpokenClause {
  readonly free: readonly FreeSide[];
  readonly signs: readonly LevelSign[];
}

/**
 * Reads a visit from its segments, clause by clause in the order of speaking. Only the clinician's words tell of levels;
 * the patient's tell of pain: its scores, and where it was asked for.
 */
export function readVisit(segments: readonly Segment[]): Visit {
  const reader = new VisitReader();
  for (const { text, role, ids } of correctedSegments(segments)) {
    for (const { text: words, isQuestion } of clausesOf(text)) {
      const { groups, free } = placeGroups(words);
      const clause = { text: words, isQuestion, groups, role, segments: ids };
      reader.scores.read(clause, reader.focus);
      if (role === 'patient') reader.readAnswer(clause);
      else if (role === 'clinician' || role === 'unknown') {
        if (isQuestion) reader.questions.ask(words, groups, ids, reader.focus);
        else reader.read({ ...clause, free, signs: levelSigns(words, groups) });
      }
    }
    reader.scores.endSegment(role);
  }
  return reader.visit;
}

class VisitReader {
  readonly visit = new Visit();
  readonly scores = new ScoreReader(this.visit);
  readonly questions = new ExaminationQuestions(this.visit);
  readonly #adjustments = new Adjustments(this.visit);
  /** The places that were named last. */
  focus: Focus = nobody;

  readAnswer({ text, segments }: SpokenClause): void {
    this.focus = this.questions.answer(text, segments) ?? this.focus;
  }

  read(clause: Read): void {
    const { text, groups, signs, segments } = clause;
    const members = groups.flatMap((group) => group.members);
    for (const { place } of members) for (const segment of segments) this.visit.at(place).mentioned.add(segment);
    for (const sign of signs) this.#addSign(clause, sign);

    const told = { text, groups, segments, hasSigns: signs.length > 0 };
    const { narration, targets } = this.#adjustments.read(told, this.focus);
    if (narration?.status === undefined || narration.status === 'done') {
      for (const group of groups) {
        if (!denies(text.slice(0, group.start))) this.visit.addSide(group.members, null);
      }
    }
    this.#addFreeSides(clause, targets);
    this.#adjustments.endClause(told, narration);
    if (members.length > 0) this.focus = { members, segments };
  }

  #addSign({ text, groups, segments }: Read, sign: LevelSign): void {
    const goesOn = groups.length === 0 && continuesLastPlaces(text, sign);
    const members = sign.group?.members ?? (goesOn ? this.focus.members : []);
    for (const { place } of members) this.visit.addSign(place, sign.element, sign.words, segments);
  }

  /** A side that stands beside no place is of the sign before it, of the adjustment, or of `the same`. */
  #addFreeSides({ text, free, signs, groups }: Read, targets: Focus): void {
    for (const { side, start } of free) {
      const sign = signs.findLast((each) => each.start < start) ?? signs[0];
      if (sign !== undefined) {
        const goesOn = groups.length === 0 && continuesLastPlaces(text, sign);
        this.visit.addSide(sign.group?.members ?? (goesOn ? this.focus.members : []), side);
      } else if (targets.members.length > 0) this.visit.addSide(targets.members, side);
      else if (groups.length === 0 && /\b(?:same|also|too|likewise)\b/i.test(text))
        this.visit.addSide(this.focus.members, side);
    }
  }
}
