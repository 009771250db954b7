/**
 * What a part says of itself when it is asked.
 *
 * - `ok`: works.
 * - `degraded`: the host can serve, but something that needs this part will be refused (a recogniser that is not installed).
 * - `failed`: the host cannot serve (the store is gone); `/ready` answers 503.
 */
export interface Health {
  readonly status: 'ok' | 'degraded' | 'failed';
  /** One sentence for a person: what was found, for example `ffmpeg 7.1 at /usr/bin/ffmpeg`. */
  readonly detail: string;
  /** How to mend it, as an instruction; shown by `chronoscribe doctor`. */
  readonly hint?: string;
}
