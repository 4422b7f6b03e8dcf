import { expect, test } from 'bun:test'
import { killAgain } from '../support/room/killed.ts'
import { hasRedis } from '../support/room/redis.ts'

test.skipIf(!hasRedis).each(['edge', 'primary', 'Redis'] as const)(
  'nothing that was said is lost, doubled or out of order while kill -9 ends the %s',
  async (victim) => {
    const { posted, stored, heard, resets } = await killAgain(victim, 2)
    expect(posted).toBeGreaterThan(20)
    // What was stored and not answered, because the primary was killed in between, is heard too.
    expect(stored.length).toBeGreaterThanOrEqual(posted)
    for (const ids of heard) expect(ids).toEqual([...stored])
    expect(resets).toBe(0)
  },
)
