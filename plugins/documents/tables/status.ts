import type { Assertion } from 'chronoscribe/kinds/grounding';

/** What a row says of its subject. `onHold`: a medicine that is to be taken again. */
export interface RowStatus {
  readonly assertion: Assertion;
  readonly onHold?: true;
}

/** The cells of a row that may say it: that of the status, empty without one, and the other words of the row. */
export interface StatusCells {
  readonly status: string;
  readonly others: readonly string[];
}

const ended =
  /^(?:(?:now|since|has been|was) )?(?:stop(?:ped)?|discontinued?|ceased|withdrawn|completed?|finished|ended|no longer (?:taken|used|taking)|abgesetzt|beendet)\b/i;
const held = /^(?:withheld|(?:on )?hold|held|paused?|suspended|pausiert|ausgesetzt)\b/i;
const refused = /^(?:declined?|refused|abgelehnt)\b/i;
const taken =
  /^(?:continu(?:e|ed|ing)|unchanged|current|active|ongoing|new|started|changed|modified|(?:dose )?(?:increased|reduced|decreased)|regular|prn|taking|yes|neu|weiter|unverändert|geändert)\b/i;
/** What may end a medicine, or only speak of its end: `stop if the heart rate is low`. */
const speaksOfEnd =
  /\b(?:stop\w*|discontinu\w*|ceased?|withdrawn|withheld|hold|held|paus\w+|suspend\w*|finish\w*|complet\w+|no longer|not (?:to be )?(?:taken|taking|given|started)|never|abgesetzt|absetzen|beendet|pausier\w+|nicht)\b/i;

/**
 * What is said of a medicine. The column for it decides; without one, a cell that is nothing but an end. Where another cell
 * speaks of an end, and where words are not known, it is `possible`: a medicine that is taken must not be told as stopped.
 */
export function medicineStatus({ status, others }: StatusCells): RowStatus {
  const said = status === '' ? others : [status];
  if (said.some((cell) => isOnly(cell, held))) return { assertion: 'stopped', onHold: true };
  if (said.some((cell) => isOnly(cell, ended))) return { assertion: 'stopped' };
  if (said.some((cell) => isOnly(cell, refused))) return { assertion: 'declined' };
  const isTaken = status === '' ? !others.some((cell) => speaksOfEnd.test(cell)) : taken.test(status);
  return { assertion: isTaken && !speaksOfEnd.test(status) ? 'present' : 'possible' };
}

const shortest = 4;

/** Whether a cell says that and nothing on which it depends: `stopped 3 May`, against `stop if you feel faint`. */
function isOnly(cell: string, pattern: RegExp): boolean {
  return pattern.test(cell.trim()) && !condition.test(cell) && cell.trim().split(/\s+/).length <= shortest;
}

const condition = /\b(?:if|when|unless|while|during|after|before|once|wenn|falls|bei)\b/i;

const known = /^(?:active|confirmed|current|present|yes|verified|unconfirmed|unverified|aktiv|bestätigt)?$/i;
const disputed =
  /\b(?:not allergic|no allergy|tolerat\w+|refuted|error|inactive|resolved|no longer|intolerance|side effect|ruled out|keine allergie)\b/i;

/** What is said of an allergy; `possible` where it is disputed, so that it is still seen. */
export function allergyStatus({ status, others }: StatusCells): RowStatus {
  const isSo = known.test(status.trim()) && !others.some((cell) => disputed.test(cell));
  return { assertion: isSo ? 'present' : 'possible' };
}

const given = /^(?:given|done|yes|complete\w*|administered|received|gegeben|erhalten|geimpft)?$/i;
const due = /\b(?:over)?due\b|\b(?:planned|scheduled|pending|fällig|geplant)\b/i;
const notGiven = /\b(?:declined?|refused|not (?:given|done)|abgelehnt|nicht (?:gegeben|geimpft))\b/i;

/** What is said of a vaccine. */
export function vaccineStatus({ status, others }: StatusCells): RowStatus {
  const row = [status, ...others].join(' | ');
  if (notGiven.test(row)) return { assertion: 'declined' };
  if (due.test(row)) return { assertion: 'planned' };
  return { assertion: given.test(status.trim()) ? 'present' : 'possible' };
}
