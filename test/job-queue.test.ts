import { describe, expect, spyOn, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { handle, testQueue } from './support/queue.ts'

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

  test('takes one handler for a kind', async () => {
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
    expect(() => handleBy('second')).toThrow('Jobs of kind "greet" are handled already.')
    queue.jobs.add(greet, { name: 'nova' })
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done).toEqual(['first nova'])
  })
})
