/** A time of a recording: `01:02:03`, or `01:02:03.004` with `.` before the milliseconds. Without them seconds are cut, not rounded. */
export function timestamp(milliseconds: number, beforeMilliseconds?: '.' | ','): string {
  const seconds = Math.floor(milliseconds / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  if (beforeMilliseconds === undefined) return clock;
  return `${clock}${beforeMilliseconds}${String(Math.floor(milliseconds % 1000)).padStart(3, '0')}`;
}
