import { describe, expect, spyOn, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { jobs as table } from '../../../db/schema/platform/job.ts'
import { GiveUp } from '../../../src/platform/job/job-kind.ts'
import { gate, handle, type TestQueue, testPids, testQueue } from '../../support/platform/queue.ts'

const Named = t.Object({ name: t.String() })
const greet = { kind: 'greet', payload: Named }

describe('A taker that lost its job to another', () => {
  const endings = [
    ['that is done', () => undefined],
    [
      'that failed',
      () => {
        throw new Error('too late')
      },
    ],
    [
      'that gave up',
      () => {
        throw new GiveUp('too late')
      },
    ],
  ] as const
  const takings = [
    ['another process', '101:sibling', 1],
    ['its own second try', undefined, 2],
  ] as const

  test.each(endings.flatMap(([how, end]) => takings.map((taking) => [how, taking[0], end, taking] as const)))(
    '%s changes nothing of what %s has, and says so',
    async (_, __, end, [, by, attempts]) => {
      await using queue = testQueue(testPids(100, [100, 101]))
      const { entered, left } = gate()
      const told: string[] = []
      handle(queue.jobs, 'greet', {
        payload: Named,
        concurrency: 1,
        maxAttempts: 3,
        async run() {
          entered.resolve()
          await left.promise
          end()
        },
        failed: (_payload, problem) => void told.push(problem),
      })
      queue.jobs.add(greet, { name: 'once' })
      queue.jobs.start()
      await entered.promise
      const takenBy = by ?? queue.rows()[0]?.takenBy ?? ''
      queue.db.update(table).set({ takenBy, attempts }).run()
      const others = queue.rows()
      left.resolve()
      await queue.jobs.stop()
      expect(queue.rows()).toEqual(others)
      expect(told).toEqual([])
      expect(queue.logged.filter((line) => line.includes('job was taken over'))).toHaveLength(1)
    },
  )

  test('does not give back, when it stops, what is no longer its own', async () => {
    await using queue = testQueue(testPids(100, [100, 101]))
    const { entered, left } = gate()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 3,
      async run() {
        entered.resolve()
        await left.promise
      },
    })
    queue.jobs.add(greet, { name: 'slow' })
    queue.jobs.start()
    await entered.promise
    queue.db.update(table).set({ takenBy: '101:sibling' }).run()
    const others = queue.rows()
    await queue.jobs.stop(1)
    expect(queue.rows()).toEqual(others)
    left.resolve()
  })
})

describe('A lease', () => {
  test('is renewed at least twice while it lasts, of every job that runs and of no other taker’s', async () => {
    await using queue = testQueue(testPids(100, [100, 101]))
    using intervals = spyOn(globalThis, 'setInterval')
    const { entered, left } = gate()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 2,
      maxAttempts: 1,
      async run({ name }) {
        if (name === 'second') entered.resolve()
        await left.promise
      },
    })
    for (const name of ['first', 'second']) queue.jobs.add(greet, { name })
    queue.jobs.start()
    await entered.promise
    const [row] = queue.rows()
    if (!row) throw new Error('nothing was taken')
    const leaseMs = (row.leaseUntil ?? 0) - queue.now()
    expect(leaseMs).toBeGreaterThan(0)
    queue.db
      .insert(table)
      .values({ ...row, id: 'sibling', kind: 'other', takenBy: '101:sibling' })
      .run()

    const timers = intervals.mock.calls.filter(([, ms]) => typeof ms === 'number' && ms <= leaseMs / 2)
    expect(timers).toHaveLength(1)
    queue.drift(leaseMs / 2)
    for (const [renew] of timers) renew()
    const leases = queue.rows().map(({ id, leaseUntil }) => [id === 'sibling', (leaseUntil ?? 0) - queue.now()])
    expect(leases).toEqual([
      [false, leaseMs],
      [false, leaseMs],
      [true, leaseMs / 2],
    ])
    left.resolve()
    await queue.jobs.idle()
  })

  test('goes on being renewed until the last job has ended', async () => {
    await using queue = testQueue(testPids(100, [100]))
    using intervals = spyOn(globalThis, 'setInterval')
    using clears = spyOn(globalThis, 'clearInterval')
    const { entered, left } = gate()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 2,
      maxAttempts: 1,
      async run({ name }) {
        if (name === 'short') return entered.resolve()
        await left.promise
      },
    })
    for (const name of ['long', 'short']) queue.jobs.add(greet, { name })
    queue.jobs.start()
    await entered.promise
    while (queue.rows().length > 1) await Bun.sleep(1)
    await Bun.sleep(5)
    expect([intervals.mock.calls.length, clears.mock.calls.length]).toEqual([1, 0])
    left.resolve()
    await queue.jobs.idle()
    expect([intervals.mock.calls.length, clears.mock.calls.length]).toEqual([1, 1])
  })

  const foreign = (queue: TestQueue, leaseUntil: number) => {
    const row = { id: 'foreign', kind: 'greet', payload: '{"name":"foreign"}', runAt: 0, attempts: 1, createdAt: 0 }
    queue.db
      .insert(table)
      .values({ ...row, state: 'RUNNING', takenBy: '101:sibling', leaseUntil })
      .run()
  }

  test('of ours that ended while the machine slept frees no job that still runs here', async () => {
    await using queue = testQueue(testPids(100, [100, 101]))
    const { entered, left } = gate()
    const begun: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 3,
      maxAttempts: 3,
      async run({ name }) {
        begun.push(name)
        entered.resolve()
        if (name === 'ours') await left.promise
      },
    })
    queue.jobs.add(greet, { name: 'ours' })
    queue.jobs.start()
    await entered.promise
    foreign(queue, queue.now() + 1)
    queue.tick(3_600_000)
    await Bun.sleep(20)
    left.resolve()
    await queue.jobs.idle()
    expect(begun).toEqual(['ours', 'foreign'])
    expect(queue.rows()).toEqual([])
  })

  test('of another that ends is noticed at its end, without a push', async () => {
    await using queue = testQueue(testPids(100, [100, 101]))
    const done = Promise.withResolvers<string>()
    const run = async ({ name }: { name: string }) => done.resolve(name)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 3, run })
    foreign(queue, queue.now() + 30)
    queue.jobs.start()
    // The look that adding the handler asked for is over.
    await Bun.sleep(5)
    queue.drift(30)
    expect(await done.promise).toBe('foreign')
  })
})
