/**
 * The wall time when this process started, and the monotonic time since, in whole milliseconds since 1970: a step of the system's clock does not move it. After a restart it agrees
 * with the system's clock again. Time that the whole machine sleeps is not counted before that.
 */
export function wallClock(): number {
  return Math.floor(performance.timeOrigin + performance.now());
}
