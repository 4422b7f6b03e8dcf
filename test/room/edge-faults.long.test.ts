import { expect, test } from 'bun:test'
import { streamKeys } from '../../src/platform/edge/relay/keys.ts'
import { relayCheck } from '../../src/platform/edge/relay/relay-check.ts'
import { until } from '../support/casset/upload.ts'
import { count, waitUntil } from '../support/room/count.ts'
import { edgeSecret, type Grown, grow, startEdge } from '../support/room/edge.ts'
import { hasRedis } from '../support/room/redis.ts'
import { listen, say } from '../support/room/room.ts'
import { type Person, world } from '../support/world.ts'

const withRedis = test.skipIf(!hasRedis)
const unlimited = { limiter: { take: () => 0 } }

/**
 * Posts comments at fifty a second while something happens, and returns the ids of all that were
 * accepted.
 */
async function talkWhile({ svc }: Grown, { cookie }: Person, happening: () => Promise<void>): Promise<number[]> {
  let isOver = false
  const talking = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const answer = await say(svc, { cookie }, `comment ${n}`)
      if (answer.status !== 201) throw new Error(`refused: ${answer.status} ${answer.text}`)
      await Bun.sleep(20)
    }
  })()
  await happening()
  isOver = true
  await talking
  return svc.ctx.db.$client
    .query<{ id: number }, []>('SELECT id FROM room_events ORDER BY id')
    .all()
    .map(({ id }) => id)
}

const faults: Record<string, (all: Grown) => Promise<void>> = {
  'Redis is emptied': async ({ redis }) => {
    for (let round = 0; round < 5; round += 1) {
      await redis.send('FLUSHALL')
      await Bun.sleep(100)
    }
  },
  'Redis is killed and comes back empty': async ({ redis }) => {
    for (let round = 0; round < 3; round += 1) {
      await redis.crash()
      await Bun.sleep(700)
    }
  },
  'Redis is frozen, and goes on': async ({ redis }) => {
    redis.freeze()
    await Bun.sleep(5_000)
    redis.thaw()
    await Bun.sleep(500)
  },
  'Redis is frozen for good': async ({ redis }) => {
    redis.freeze()
    await Bun.sleep(1_000)
  },
}

for (const [fault, happen] of Object.entries(faults)) {
  withRedis(`no comment is lost, doubled or out of order while ${fault}`, async () => {
    await using all = await grow({ edges: 2, primary: unlimited })
    const { ada } = await world(all.svc)
    await using stack = new AsyncDisposableStack()
    const counters = await Promise.all(Array.from({ length: 8 }, () => count(all.svc)))
    for (const counter of counters) stack.use(counter)
    const ids = await talkWhile(all, ada, async () => {
      await Bun.sleep(300)
      await happen(all)
      await Bun.sleep(300)
    })
    const last = ids.at(-1)
    await waitUntil(() => counters.every((counter) => counter.ids.at(-1) === last))
    all.redis.thaw()
    expect(ids.length).toBeGreaterThan(3)
    for (const counter of counters) {
      expect(counter.ids).toEqual(ids)
      expect(counter.resets()).toBe(0)
    }
  })
}

withRedis('a ban that Redis never told ends the stream all the same', async () => {
  await using all = await grow({ primary: unlimited })
  const { ada, nova } = await world(all.svc)
  await using banned = await listen(all.svc, ada)
  expect((await banned.next())?.event).toBe('hello')
  all.redis.freeze()
  await Bun.sleep(3_200)
  const ban = { cookie: nova.cookie, body: { banned: true } }
  expect((await all.svc.call('PUT', '/api/casset/nova/room/members/ada', ban)).status).toBe(200)
  expect(await banned.next()).toBeUndefined()
  all.redis.thaw()
})

withRedis('a Redis with a password is used; with a wrong one edges serve all the same, later', async () => {
  await using all = await grow({ password: 'sesame', primary: unlimited })
  const { svc, redis } = all
  const { ada } = await world(svc)
  await using right = await count(svc)
  const wrong = redis.url.replace('sesame', 'wrong')
  await using edge = startEdge({ PORT: '0', PRIMARY_URL: svc.url, REDIS_URL: wrong, EDGE_SECRET: edgeSecret })
  const sent = await svc.fetch('/api/casset/nova/sideb', { redirect: 'manual' })
  const { search } = new URL(sent.headers.get('location') ?? '')
  await using late = await listen(edge, { path: `/room${search}` })
  expect((await late.next())?.event).toBe('hello')
  await say(svc, ada, 'something')
  expect((await late.next())?.event).toBe('comment')
  await waitUntil(() => right.ids.length === 1)
  expect(right.ids.length).toBe(1)
  expect(edge.logged.join('\n')).toContain('edge.redis_lost')
})

withRedis('the doctor says what is wrong with Redis, the edges and their address, and what to do', async () => {
  await using all = await grow({ password: 'sesame' })
  const { svc, redis } = all
  const found = async (changed: Record<string, string> = {}) => {
    const { relay } = svc.ctx.config
    if (!relay) throw new Error('There are no edges.')
    const finding = await relayCheck.look({
      ...svc.ctx,
      config: { ...svc.ctx.config, relay: { ...relay, ...changed } },
    })
    return finding.problem ?? finding.note ?? 'nothing'
  }
  await until(found, (said) => said === '1 with 0 listeners')
  const { redisUrl = '' } = svc.ctx.config.relay ?? {}
  expect(await found({ redisUrl: redisUrl.replace('sesame', 'wrong') })).toContain('it refuses the password')
  expect(await found({ redisUrl: redisUrl.replace(':sesame@', '') })).toContain('it wants a password')
  expect(await found({ redisUrl: 'redis://127.0.0.1:1' })).toContain('Redis cannot be used')
  expect(await found({ secret: 'another secret, which no edge has at all' })).toBe('no edge has reported lately')
  expect(await found({ roomsUrl: 'http://127.0.0.1:1' })).toContain('http://127.0.0.1:1 does not answer')
  const { up } = streamKeys(edgeSecret)
  await redis.send('DEL', [up])
  await redis.send('SET', [up, 'taken'])
  expect(await found()).toBe(`the key ${up} in Redis is no stream`)
  redis.freeze()
  expect(await found()).toContain('it does not answer')
  redis.thaw()
})
