import { mayCall } from '../api/access.ts';
import type { RunQuery, RunReader, RunView } from '../kinds/runs.ts';
import type { Page, Query, Store } from '../kinds/store.ts';
import type { RunStatus } from '../kinds/workflow-engine.ts';
import { runs, type StoredRun } from './stored-run.ts';

/**
 * A function that gives a page of the runs that a reader may see, see `Runs.list`.
 *
 * @param view what is shown of a run
 */
export function createRunList(store: Store, view: (run: StoredRun) => Promise<RunView>) {
  /** The first page from the cursor on with runs: an empty page would be taken for the last one. */
  const list = async (reader: RunReader, query: RunQuery): Promise<Page<RunView>> => {
    const page = await store.find(runs, storedQuery(reader.account, query));
    const visible = page.items.filter(({ internal, auth }) => !internal && mayCall(reader.scopes, auth));
    const seen = await Promise.all(visible.map(view));
    const items = seen.filter(({ status }) => query.status === undefined || status === query.status);
    if (items.length > 0 || page.next === null) return { items, next: page.next };
    return list(reader, { ...query, cursor: page.next });
  };
  return list;
}

function storedQuery(account: string, { workflow, status, from, to, limit = 50, cursor }: RunQuery): Query<StoredRun> {
  return {
    equals: {
      account,
      ...(workflow !== undefined && { workflow }),
      ...(status !== undefined && { status: storedStatus(status) }),
    },
    orderBy: 'createdAt',
    range: { ...(from !== undefined && { from }), ...(to !== undefined && { below: to }) },
    direction: 'descending',
    limit,
    ...(cursor !== undefined && { cursor }),
  };
}

/** What the store knows of a status. Whether an open run is queued or running is known to the engine alone. */
function storedStatus(status: RunStatus): StoredRun['status'] {
  return status === 'queued' || status === 'running' ? 'open' : status;
}
