import type { MiddlewareHandler } from 'hono';
import type { Logger } from '../api/logger.ts';
import type { Audit } from '../kinds/audit.ts';
import type { Exchange } from './endpoint.ts';

/** Ids are made by us. Whatever else stands in their place in a path may be anything. */
const ourId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Keeps each request to a clinical or administrative endpoint in the audit log before it is answered: whose key, which route, which record, and how it ended. A request whose key is refused
 * has nobody to be named and is left to the log of requests.
 */
export function audited(audit: Audit, log: Logger): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    await next();
    const key = c.get('keyId');
    if (!c.get('audited') || key === undefined) return;
    const id = c.req.param('id');
    const deed = {
      account: c.get('account') ?? null,
      key,
      action: `${c.req.method} ${c.get('route')}`,
      record: (id !== undefined && ourId.test(id) ? id : c.get('runId')) ?? null,
      outcome: c.res.status,
    };
    try {
      await audit.record(deed);
    } catch (cause) {
      // What was done is done; refusing to say so would not undo it. The log has at least this line.
      log.error({ ...deed, err: cause }, 'an entry of the audit log could not be written');
    }
  };
}
