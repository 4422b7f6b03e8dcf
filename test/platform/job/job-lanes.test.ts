import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { fixture, until, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { handle, testQueue } from '../../support/platform/queue.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const Named = t.Object({ name: t.String() })
const cut = { kind: 'cut', payload: Named }

/** A queue whose jobs run until they are let go, with the names of those that have begun. */
function heldQueue(concurrency: number) {
  const queue = testQueue()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  handle(queue.jobs, 'cut', {
    payload: Named,
    concurrency,
    takesTurns: true,
    maxAttempts: 1,
    run: ({ name }) => {
      begun.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      return promise
    },
  })
  /** Waits until as many jobs run as there may be, and a moment longer. */
  const turn = async () => {
    const isFull = () => {
      const rows = queue.rows()
      const running = rows.filter(({ state }) => state === 'RUNNING')
      return running.length === Math.min(concurrency, rows.length)
    }
    await until(isFull, Boolean)
    await Bun.sleep(25)
  }
  return {
    queue,
    begun,
    add(lane: string, ...names: string[]) {
      for (const name of names) queue.jobs.add(cut, { name }, { lane })
    },
    async start() {
      queue.jobs.start()
      await turn()
    },
    async end(name: string) {
      while (!ends.has(name)) await turn()
      ends.get(name)?.()
      await Bun.sleep(5)
      await turn()
    },
    turn,
    async [Symbol.asyncDispose]() {
      for (const end of ends.values()) end()
      await queue[Symbol.asyncDispose]()
    },
  }
}

describe('Lanes that take turns', () => {
  test('have one place each while another waits, however many the first has and however early', async () => {
    await using held = heldQueue(2)
    held.add('ada', 'a1', 'a2', 'a3', 'a4')
    held.add('bob', 'b1')
    await held.start()
    expect(held.begun).toEqual(['a1', 'b1'])
  })

  test('give all places to one when nobody else waits, and the next that is free to the one that comes then', async () => {
    await using held = heldQueue(2)
    held.add('ada', 'a1', 'a2', 'a3', 'a4')
    await held.start()
    expect(held.begun).toEqual(['a1', 'a2'])
    held.add('bob', 'b1', 'b2')
    await held.turn()
    expect(held.begun).toEqual(['a1', 'a2'])
    await held.end('a1')
    await held.end('a2')
    expect(held.begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    await held.end('b1')
    await held.end('b2')
    expect(held.begun.slice(4)).toEqual(['b2', 'a4'])
  })

  test('leave the next place to one that has none, however long ago the one with two was served', async () => {
    await using held = heldQueue(3)
    held.add('ada', 'a1', 'a2', 'a3')
    held.add('bob', 'b1', 'b2', 'b3')
    await held.start()
    await held.end('b1')
    await held.end('b2')
    expect(held.begun).toEqual(['a1', 'b1', 'a2', 'b2', 'b3'])
  })

  test('come round: two long lanes do not keep a third waiting', async () => {
    await using held = heldQueue(2)
    held.add('ada', 'a1', 'a2', 'a3', 'a4')
    held.add('bob', 'b1', 'b2', 'b3', 'b4')
    await held.start()
    held.add('cat', 'c1')
    await held.turn()
    await held.end('a1')
    expect(held.begun).toEqual(['a1', 'b1', 'c1'])
    await held.end('b1')
    await held.end('c1')
    expect(held.begun.slice(3)).toEqual(['a2', 'b2'])
  })

  test('take what is theirs in its order, and jobs without a lane are a lane too', async () => {
    await using held = heldQueue(1)
    held.add('ada', 'a1', 'a2')
    held.queue.jobs.add(cut, { name: 'nobody' })
    await held.start()
    for (const name of ['a1', 'nobody', 'a2']) await held.end(name)
    expect(held.begun).toEqual(['a1', 'nobody', 'a2'])
    expect(held.queue.rows()).toEqual([])
  })

  test('leave the order of other kinds alone', async () => {
    await using queue = testQueue()
    const done: string[] = []
    const run = async ({ name }: { name: string }) => void done.push(name)
    handle(queue.jobs, 'cut', { payload: Named, concurrency: 1, maxAttempts: 1, run })
    for (const name of ['a1', 'a2']) queue.jobs.add(cut, { name }, { lane: 'ada' })
    queue.jobs.add(cut, { name: 'b1' }, { lane: 'bob' })
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done).toEqual(['a1', 'a2', 'b1'])
  })
})

test("one artist's many files do not keep another's waiting to be made ready", async () => {
  await using svc = await startServer()
  const [ada, bob] = [cast(svc.ctx, 'ada'), cast(svc.ctx, 'bob')]
  const song = await fixture('wav-8.wav')
  const many = Array.from({ length: 10 })
  await Promise.all(many.map(() => uploadTrack(svc, ada, song)))
  await uploadTrack(svc, bob, song)
  const ready = () =>
    svc.ctx.db.$client
      .query<{ casset: string }, []>("SELECT casset_id AS casset FROM tracks WHERE status = 'READY'")
      .all()
      .map(({ casset }) => casset)
  while (!ready().includes(bob.cassetId)) await Bun.sleep(5)
  expect(ready().filter((casset) => casset === ada.cassetId).length).toBeLessThan(8)
})
