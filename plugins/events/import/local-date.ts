/** The order of day and month in dates such as 5/6/2026. */
export type DateOrder = 'dmy' | 'mdy';

const form =
  /^(?:(?<year>\d{4})-(?<m>\d\d)-(?<d>\d\d)|(?<one>\d\d?)(?<mark>[./])(?<two>\d\d?)\k<mark>(?<local>\d{4}))(?:[ T](?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<half>[ap])m)?)?$/i;

/**
 * A date as spreadsheets write it, with or without a time of day, as an instant of UTC: `31.10.2026 14:30`,
 * `10/31/2026 2:30 PM`, `2026-10-31`.
 *
 * @returns the same text if it is none; why it cannot be told which of two dates it is
 */
export function readLocalDate(
  text: string,
  order?: DateOrder,
): { readonly text: string } | { readonly detail: string } {
  const parts = form.exec(text.trim())?.groups;
  if (parts === undefined) return { text };
  const { year, m, d, one = '', two = '', mark, local, hour = '0', minute = '00', second = '00', half } = parts;
  const isMonthFirst = mark === '/' && (order === undefined ? Number(two) > 12 : order === 'mdy');
  if (mark === '/' && order === undefined && one !== two && Number(one) <= 12 && Number(two) <= 12) {
    return { detail: `${text} may be two dates: send the file with ?dates=dmy or ?dates=mdy` };
  }
  const [month, day] = isMonthFirst ? [one, two] : [two, one];
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const date = [year ?? local, m ?? month.padStart(2, '0'), d ?? day.padStart(2, '0')].join('-');
  return { text: `${date}T${String(hours).padStart(2, '0')}:${minute}:${second}Z` };
}
