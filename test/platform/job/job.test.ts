import { describe, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { users } from '../../../db/schema/account/account.ts'
import { GiveUp } from '../../../src/platform/job/job-kind.ts'
import { gate, handle, testQueue } from '../../support/platform/queue.ts'

const Named = t.Object({ name: t.String() })
const greet = { kind: 'greet', payload: Named }

describe('A job', () => {
  test('is done and its row is gone', async () => {
    await using queue = testQueue()
    const done: [string, number][] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 3,
      run: async ({ name }, attempt) => void done.push([name, attempt]),
    })
    queue.jobs.add(greet, { name: 'nova' })
    await queue.jobs.idle()
    expect(done).toEqual([])
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done).toEqual([['nova', 1]])
    expect(queue.rows()).toEqual([])
  })

  test('takes a payload of its kind only, which the compiler checks', async () => {
    await using queue = testQueue()
    type Payload = Parameters<typeof queue.jobs.add<typeof Named>>[1]
    const isExact: [Payload, { name: string }] extends [{ name: string }, Payload] ? true : false = true
    expect(isExact).toBe(true)
  })

  test('is not written when the transaction of its cause rolls back', async () => {
    await using queue = testQueue()
    const done: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      run: async ({ name }) => void done.push(name),
    })
    queue.jobs.start()
    const cause = (name: string, fail: boolean) =>
      queue.db.transaction(() => {
        queue.db.insert(users).values({ id: name, email: name, createdAt: 0 }).run()
        queue.jobs.add(greet, { name })
        if (fail) throw new Error('rolled back')
      })
    expect(() => cause('lost', true)).toThrow('rolled back')
    cause('kept', false)
    await queue.jobs.idle()
    expect(done).toEqual(['kept'])
    expect(queue.rows()).toEqual([])
    expect(queue.db.select({ id: users.id }).from(users).all()).toEqual([{ id: 'kept' }])
  })

  test('waits for its time', async () => {
    await using queue = testQueue()
    const done: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      run: async ({ name }) => void done.push(name),
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'later' }, { runAt: queue.now() + 5_000 })
    queue.jobs.add(greet, { name: 'now' })
    await queue.jobs.idle()
    expect(done).toEqual(['now'])
    queue.tick(4_999)
    await queue.jobs.idle()
    expect(done).toEqual(['now'])
    queue.tick(1)
    await queue.jobs.idle()
    expect(done).toEqual(['now', 'later'])
  })

  test('runs by itself when its time comes, without a push', async () => {
    await using queue = testQueue()
    const done = Promise.withResolvers<string>()
    const run = async ({ name }: { name: string }) => done.resolve(name)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 1, run })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'pushed by nobody' }, { runAt: queue.now() + 20 })
    queue.drift(20)
    expect(await done.promise).toBe('pushed by nobody')
  })

  test('of a kind that nobody handles here stays as it is', async () => {
    await using queue = testQueue()
    queue.jobs.start()
    queue.jobs.add({ kind: 'unheard-of', payload: t.Number() }, 1)
    await queue.jobs.idle()
    expect(queue.rows()).toMatchObject([{ kind: 'unheard-of', state: 'READY', attempts: 0, takenBy: null }])
  })
})

describe('A unique key', () => {
  test('keeps a second job out while the first waits or runs, and is free again afterwards', async () => {
    await using queue = testQueue()
    const { entered, left } = gate()
    const done: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 2,
      maxAttempts: 1,
      async run({ name }) {
        entered.resolve()
        await left.promise
        done.push(name)
      },
    })
    const add = (name: string) => queue.jobs.add(greet, { name }, { key: 'one' })
    add('first')
    add('while it waits')
    queue.jobs.start()
    await entered.promise
    add('while it runs')
    left.resolve()
    await queue.jobs.idle()
    expect(done).toEqual(['first'])
    add('afterwards')
    await queue.jobs.idle()
    expect(done).toEqual(['first', 'afterwards'])
    expect(queue.rows()).toEqual([])
  })

  test('of a job that failed for good lets it start afresh', async () => {
    await using queue = testQueue()
    const seen: [string, number][] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }, attempt) {
        seen.push([name, attempt])
        if (name === 'bad') throw new Error('no')
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'bad' }, { key: 'one' })
    await queue.jobs.idle()
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', problem: 'no' }])
    queue.jobs.add(greet, { name: 'good' }, { key: 'one' })
    await queue.jobs.idle()
    expect(seen).toEqual([
      ['bad', 1],
      ['good', 1],
    ])
    expect(queue.rows()).toEqual([])
  })
})

describe('Failure', () => {
  test('rests twice as long each time up to the cap, then stays FAILED with its problem', async () => {
    await using queue = testQueue()
    const attempts: [number, number][] = []
    const told: [string, string][] = []
    const began = queue.now()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 5,
      backoff: { firstMs: 1_000, capMs: 3_000 },
      async run(_, attempt) {
        attempts.push([attempt, queue.now() - began])
        throw new Error(`attempt ${attempt} broke`)
      },
      failed({ name }, problem) {
        told.push([name, problem])
        queue.db.insert(users).values({ id: 'u', email: 'told@example.com', createdAt: 0 }).run()
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'nova' })
    for (let second = 0; second < 12; second += 1) {
      await queue.jobs.idle()
      queue.tick(1_000)
    }
    await queue.jobs.idle()
    expect(attempts).toEqual([
      [1, 0],
      [2, 1_000],
      [3, 3_000],
      [4, 6_000],
      [5, 9_000],
    ])
    expect(told).toEqual([['nova', 'attempt 5 broke']])
    const state = { state: 'FAILED', attempts: 5, problem: 'attempt 5 broke', takenBy: null, leaseUntil: null }
    expect(queue.rows()).toMatchObject([state])
    expect(queue.db.select({ id: users.id }).from(users).all()).toEqual([{ id: 'u' }])
  })

  test('is final at once when the handler gives up, and its message stays out of the log', async () => {
    await using queue = testQueue()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 9,
      async run() {
        const cause = Object.assign(new Error(), { code: 'EENVELOPE', responseCode: 550, host: 'mail.example' })
        throw new GiveUp('550 nova@example.com is unknown', { cause })
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'nova' })
    await queue.jobs.idle()
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', attempts: 1, problem: '550 nova@example.com is unknown' }])
    expect(queue.logged.join()).toContain('job failed')
    expect(queue.logged.join()).toContain('"code":"550","host":"mail.example"')
    expect(queue.logged.join()).not.toContain('nova@example.com')
  })

  test('of a payload of another shape is final, and the handler never sees it', async () => {
    await using queue = testQueue()
    const seen: unknown[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 9,
      run: async (it) => void seen.push(it),
    })
    queue.jobs.start()
    queue.jobs.add({ ...greet, payload: t.Unknown() }, { name: 7 })
    await queue.jobs.idle()
    const problem = 'The payload is not what this kind of job takes.'
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', attempts: 1, problem }])
    expect(seen).toEqual([])
  })

  test('to tell of a failure does not lose the failure', async () => {
    await using queue = testQueue()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run() {
        throw new Error('broke')
      },
      failed() {
        queue.db.insert(users).values({ id: 'half', email: 'half@example.com', createdAt: 0 }).run()
        throw new Error('cannot tell')
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'nova' })
    await queue.jobs.idle()
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', problem: 'broke' }])
    expect(queue.db.select().from(users).all()).toEqual([])
  })

  test('of the database to take the outcome is tried again, and the work is not done twice', async () => {
    await using queue = testQueue()
    let runs = 0
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 9,
      async run() {
        runs += 1
        queue.db.$client.run('PRAGMA query_only = ON')
        setTimeout(() => queue.db.$client.run('PRAGMA query_only = OFF'), 100)
      },
    })
    queue.jobs.start()
    queue.jobs.add(greet, { name: 'nova' })
    await queue.jobs.idle()
    expect(runs).toBe(1)
    expect(queue.rows()).toEqual([])
    expect(queue.logged.join()).toContain('job outcome cannot be written')
  })
})
