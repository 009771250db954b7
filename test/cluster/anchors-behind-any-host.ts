import type { TestHost } from 'chronoscribe/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const Listed = z.object({ anchors: z.array(z.object({ anchor_id: z.string(), description: z.string() })) });

/** That no host answers with anchors which it remembers from before another one has changed them. */
export function anchorsBehindAnyHost(two: () => Promise<readonly [TestHost, TestHost]>): void {
  describe('the anchors of an account', () => {
    it('are listed by the other host as one has left them, at once', async () => {
      const [here, there] = await two();
      const listed = async () => Listed.parse((await there.call('GET', '/v1/list-anchors')).json).anchors;
      expect(await listed()).toEqual([]);
      const moment = { timestamp: '2030-01-01T00:00:00Z', description: 'Release' };
      await here.call('POST', '/v1/set-anchor', { json: moment });
      const [anchor] = await listed();
      expect(anchor?.description).toBe('Release');
      await here.call('DELETE', '/v1/delete-anchor', { json: { anchor_id: anchor?.anchor_id } });
      expect(await listed()).toEqual([]);
    });
  });
}
