import { describe, expect, spyOn, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { inTransaction } from '../../../db/commits.ts'
import { gate, handle, testQueue } from '../../support/platform/queue.ts'

const Named = t.Object({ name: t.String() })
const greet = { kind: 'greet', payload: Named }

describe('A job', () => {
  test('waits its turn: those that are due for longest come first, and of the same moment those added first', async () => {
    await using queue = testQueue()
    const done: string[] = []
    const run = async ({ name }: { name: string }) => void done.push(name)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 1, run })
    const now = queue.now()
    for (const [name, runAt] of [
      ['third', now],
      ['fourth', now],
      ['second', now - 1],
      ['fifth', now],
      ['first', now - 5_000],
    ] as const) {
      queue.jobs.add(greet, { name }, { runAt })
    }
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  })

  test('keeps no more than five hundred characters of its problem', async () => {
    await using queue = testQueue()
    const told: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }) {
        throw new Error(name)
      },
      failed: (_, problem) => void told.push(problem),
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'x'.repeat(2_000) })
    await queue.jobs.idle()
    expect(told).toEqual(['x'.repeat(500)])
    expect(queue.rows()).toMatchObject([{ problem: 'x'.repeat(500) }])
  })
})

describe('A job that can begin at once', () => {
  test('is taken as it is written, without a search for what is due', async () => {
    await using queue = testQueue()
    const began: string[] = []
    const run = async ({ name }: { name: string }) => void began.push(name)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 2, maxAttempts: 1, run })
    queue.jobs.start()
    await queue.jobs.idle()
    using timeouts = spyOn(globalThis, 'setTimeout')
    queue.jobs.add(greet, { name: 'ada' })
    expect(queue.rows()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])
    while (queue.rows().length > 0) await Bun.sleep(1)
    expect(began).toEqual(['ada'])
    // Each search ends with a timer for the next one, and each attempt has one for its limit.
    const ofSearches = timeouts.mock.calls.filter(([, ms]) => Number(ms) > 1_000 && Number(ms) < 3_600_000)
    expect(ofSearches).toEqual([])
  })

  test('is ended and tried again when it takes longer than it may, and then makes room for others', async () => {
    await using queue = testQueue()
    const began: string[] = []
    const aborted: string[] = []
    const run = ({ name }: { name: string }, attempt: number, signal: AbortSignal) => {
      began.push(`${name} ${attempt}`)
      if (name !== 'hangs') return Promise.resolve()
      signal.addEventListener('abort', () => aborted.push(name))
      return new Promise<void>(() => {})
    }
    const failed: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 2,
      limitMs: 20,
      run,
      failed: (_, problem) => void failed.push(problem),
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'hangs' })
    queue.jobs.add(greet, { name: 'ada' })
    await queue.jobs.idle()
    expect([began, aborted]).toEqual([['hangs 1', 'ada 1'], ['hangs']])
    queue.tick(60_000)
    await queue.jobs.idle()
    expect(failed).toEqual(['It had not ended after 1 minute.'])
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', takenAt: null }])
  })

  test('never begins when the transaction of its cause is undone, and leaves its place to others', async () => {
    await using queue = testQueue()
    const began: string[] = []
    const run = async ({ name }: { name: string }) => void began.push(name)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 1, run })
    queue.jobs.start()
    const undone = () =>
      inTransaction(queue.db, () => {
        queue.jobs.add(greet, { name: 'undone' })
        queue.jobs.add(greet, { name: 'undone too' })
        throw new Error('undo it')
      })
    expect(undone).toThrow('undo it')
    queue.jobs.add(greet, { name: 'ada' })
    queue.jobs.add(greet, { name: 'nova' })
    await queue.jobs.idle()
    expect({ began, rows: queue.rows() }).toEqual({ began: ['ada', 'nova'], rows: [] })
  })

  test('waits behind those that found no place before it', async () => {
    await using queue = testQueue()
    const began: string[] = []
    const first = gate()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }) {
        began.push(name)
        if (name === 'first') await first.left.promise
        if (name === 'second') queue.jobs.add(greet, { name: 'fourth' })
      },
    })
    queue.jobs.start()
    for (const name of ['first', 'second', 'third']) queue.jobs.add(greet, { name })
    first.left.resolve()
    await queue.jobs.idle()
    expect(began).toEqual(['first', 'second', 'third', 'fourth'])
  })
})

describe('A job that ends in the transaction of its work', () => {
  test('is done again when that is undone, and otherwise gone with it', async () => {
    await using queue = testQueue()
    const rows: number[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 2,
      backoff: { firstMs: 0, capMs: 0 },
      async run(_, attempt, _signal, end) {
        inTransaction(queue.db, () => {
          end()
          rows.push(queue.rows().length)
          if (attempt === 1) throw new Error('undo it')
        })
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'ada' })
    await queue.jobs.idle()
    expect({ rows, left: queue.rows(), faults: queue.logged.filter((line) => line.includes('taken over')) }).toEqual({
      rows: [0, 0],
      left: [],
      faults: [],
    })
  })
})

describe('The queue', () => {
  test('looks at the clock each minute at least, however far the next job is', async () => {
    await using queue = testQueue()
    using timeouts = spyOn(globalThis, 'setTimeout')
    const run = async () => undefined
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 1, run })
    queue.jobs.add(greet, { name: 'in sixty days' }, { runAt: queue.now() + 60 * 86_400_000 })
    queue.jobs.start()
    await queue.jobs.idle()
    const waits = timeouts.mock.calls.map(([, ms]) => ms)
    expect(Math.max(...waits.map(Number))).toBe(60_000)
    expect(queue.rows()).toMatchObject([{ state: 'READY', attempts: 0 }])
  })

  test('runs a kind by its newest handler from the next job on', async () => {
    await using queue = testQueue()
    const done: string[] = []
    const handleBy = (by: string) =>
      handle(queue.jobs, 'greet', {
        payload: Named,
        concurrency: 1,
        maxAttempts: 1,
        run: async ({ name }) => void done.push(`${by} ${name}`),
      })
    handleBy('first')
    queue.jobs.add(greet, { name: 'nova' })
    queue.jobs.start()
    await queue.jobs.idle()
    queue.jobs.add(greet, { name: 'ada' })
    handleBy('second')
    queue.jobs.add(greet, { name: 'lou' })
    await queue.jobs.idle()
    expect(done).toEqual(['first nova', 'second ada', 'second lou'])
  })
})
