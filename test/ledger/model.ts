import { manipulate, record, revert } from './model/events.ts';
import { importAgain } from './model/importing.ts';
import { criticalPath, reschedule } from './model/planning.ts';
import { checkParadox, history, search } from './model/queries.ts';
import { type OperationResult, unchecked } from './model/result.ts';
import { type Ledger, Refused } from './model/state.ts';
import { compare, createTimeline, deleteTimeline, mergeTimeline } from './model/timelines.ts';
import type { Operation } from './protocol.ts';

/**
 * A reference model of the ledger: the contract in the simplest code, regardless of speed. Tests compare it with the
 * real one.
 *
 * Where the contract leaves a choice, the docstrings of the model say what was decided.
 */
export function perform(before: Ledger, operation: Operation): OperationResult {
  const ledger = { ...before, operationCount: before.operationCount + 1 };
  try {
    const result = performed(ledger, operation);
    return 'dryRun' in operation && operation.dryRun ? { ...result, ledger } : result;
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown;
    return unchecked(ledger, thrown.refusal);
  }
}

function performed(ledger: Ledger, operation: Operation): OperationResult {
  switch (operation.type) {
    case 'record':
      return record(ledger, operation);
    case 'manipulate':
      return manipulate(ledger, operation);
    case 'reschedule':
      return reschedule(ledger, operation);
    case 'critical-path':
      return unchecked(ledger, criticalPath(ledger, operation));
    case 'import':
      return importAgain(ledger, operation);
    case 'revert':
      return revert(ledger, operation);
    case 'create-timeline':
      return createTimeline(ledger, operation);
    case 'delete-timeline':
      return deleteTimeline(ledger, operation);
    case 'merge-timeline':
      return mergeTimeline(ledger, operation);
    case 'set-anchor':
      return unchecked({ ...ledger, anchors: [...ledger.anchors, operation] }, { status: 200 });
    case 'search':
      return unchecked(ledger, search(ledger, operation));
    case 'history':
      return unchecked(ledger, history(ledger, operation));
    case 'compare':
      return unchecked(ledger, compare(ledger, operation));
    case 'check-paradox':
      return checkParadox(ledger, operation);
  }
}
