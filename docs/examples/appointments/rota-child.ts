import type { ReadEventFile } from 'chronoscribe/kinds/ledger';

/** Reads a rota, a line for each shift: `2031-01-01T08:00:00Z;Room 2;Dr. Adler`. */
const readRota: ReadEventFile = function* (file) {
  for (const [at, row] of new TextDecoder().decode(file).trimEnd().split('\n').entries()) {
    const [time, location, who] = row.split(';');
    if (who === undefined) yield { line: at + 1, detail: 'Expected a time, a room and a name, separated by ";"' };
    else yield { line: at + 1, fields: { time, location, description: `${who} is on duty` } };
  }
};
export default readRota;
