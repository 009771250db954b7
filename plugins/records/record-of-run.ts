import type { Runs } from 'chronoscribe';
import type { SettledRun } from 'chronoscribe/types';
import { z } from 'zod';

/** The workflow that signs notes and adds to them. Other workflows make records, which have the ids of their runs. */
const signing = 'signing';

const Answer = z.object({ id: z.string() });

/** The id of the record that a settled run has made or signed; that of the run itself if the record is gone. */
export async function recordOfRun(runs: Runs, { account, id, workflow }: SettledRun): Promise<string> {
  if (workflow !== signing) return id;
  const { result } = await runs.get({ account, scopes: ['clinical'] }, id);
  const answer = Answer.safeParse(result);
  return answer.success ? answer.data.id : id;
}
