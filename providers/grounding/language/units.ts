import { remembered } from './remembered.ts';
import { entriesOf } from './word-lists.ts';

const units = entriesOf('units.txt').map(([unit, said]) => ({
  unit,
  said,
  spelling: new RegExp(`^(?:${said})$`, 'i'),
}));

/** What matches any spelling of a unit, the source of an expression. */
export const anyUnit = units.map(({ said }) => said).join('|');

/** The canonical name of the unit that a word, or several, spell: `mg` for `milligrams`; null if it is none. */
export const unitOf = remembered((said) => units.find(({ spelling }) => spelling.test(said))?.unit ?? null);
