import { expect, test } from 'bun:test'
import { disturb } from '../support/room/disturb.ts'
import { hasRedis } from '../support/room/redis.ts'

test.skipIf(!hasRedis).each(['an edge is killed', 'the primary is killed', 'Redis is killed'] as const)(
  'nothing that was said is lost, doubled or out of order while %s with -9',
  async (what) => {
    const { posted, stored, heard, resets } = await disturb(what, 2)
    expect(posted).toBeGreaterThan(20)
    // An event that was stored and not answered, because the primary was killed in between, is
    // heard too.
    expect(stored.length).toBeGreaterThanOrEqual(posted)
    for (const ids of heard) expect(ids).toEqual([...stored])
    expect(resets).toBe(0)
  },
)
