import { describe, expect, test } from 'bun:test'
import { Type as t } from '@sinclair/typebox'
import { jobs as table } from '../../../db/schema/platform/job.ts'
import { isRunning } from '../../support/is-running.ts'
import { gate, handle, testPids, testQueue } from '../../support/platform/queue.ts'
import { inTree } from '../../support/tree.ts'

const Named = t.Object({ name: t.String() })
const greet = { kind: 'greet', payload: Named }
const render = { kind: 'render', payload: Named }
const endless = { kind: 'endless', payload: Named }

describe('Several workers', () => {
  test('take each of 200 jobs once and never more at a time than allowed', async () => {
    await using queue = testQueue(testPids(100, [101, 102]))
    const done: string[] = []
    const others = [queue.sibling(testPids(101, [100, 102])), queue.sibling(testPids(102, [100, 101]))]
    for (const jobs of [queue.jobs, ...others]) {
      let inside = 0
      handle(jobs, 'greet', {
        payload: Named,
        concurrency: 3,
        maxAttempts: 1,
        async run({ name }) {
          inside += 1
          expect(inside).toBeLessThanOrEqual(3)
          await Promise.resolve()
          done.push(name)
          inside -= 1
        },
      })
    }
    const names = Array.from({ length: 200 }, (_, index) => `job ${index}`)
    for (const name of names) queue.jobs.add(greet, { name })
    for (const jobs of [queue.jobs, ...others]) jobs.start()
    await Promise.all([queue.jobs, ...others].map((jobs) => jobs.idle()))
    await Promise.all(others.map((jobs) => jobs.stop()))
    expect(done.toSorted()).toEqual(names.toSorted())
    expect(queue.rows()).toEqual([])
  })
})

describe('A taker that died', () => {
  const taken = (takenBy: string, leaseUntil: number) =>
    ({
      id: takenBy,
      kind: 'greet',
      payload: '{"name":"left behind"}',
      state: 'RUNNING',
      runAt: 0,
      attempts: 1,
      takenBy,
      leaseUntil,
      createdAt: 0,
    }) as const

  test('gives its job up: a dead process, an earlier boot with our id, an ended lease; not a living one', async () => {
    // A process with our own id lives too: only the rest of the taker's name tells an earlier boot
    // from ours.
    await using queue = testQueue(testPids(100, [100, 300, 400]))
    const attempts: number[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 9,
      maxAttempts: 3,
      run: async (_, attempt) => void attempts.push(attempt),
    })
    const soon = queue.now() + 60_000
    const rows = [
      taken('200:dead', soon),
      taken('100:boot-before', soon),
      taken('300:asleep', queue.now()),
      taken('400:alive', soon),
    ]
    queue.db.insert(table).values(rows).run()
    queue.jobs.start()
    await queue.jobs.idle()
    // A job that ended with its process was not tried; the one that slept may have been.
    expect(attempts.toSorted()).toEqual([1, 1, 2])
    expect(queue.rows()).toEqual([
      { ...taken('400:alive', soon), setAt: 0, uniqueKey: null, problem: null, lane: null, kills: 0, takenAt: null },
    ])
  })

  test('gives its job up within a minute of our time, also when its lease is of a clock that was days ahead', async () => {
    await using queue = testQueue(testPids(100, [400]))
    const attempts: number[] = []
    const run = async (_: unknown, attempt: number) => void attempts.push(attempt)
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 9, maxAttempts: 3, run })
    queue.db
      .insert(table)
      .values(taken('400:alive', queue.now() + 2 * 86_400_000))
      .run()
    queue.jobs.start()
    await queue.jobs.idle()
    expect(attempts).toEqual([])
    queue.tick(60_000)
    await queue.jobs.idle()
    expect(attempts).toEqual([2])
  })

  test('again and again in the middle of one job, and of no other suspect, makes that one FAILED instead of ending us as well', async () => {
    await using queue = testQueue()
    const [done, problems]: [string[], string[]] = [[], []]
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 4,
      maxAttempts: 1,
      run: async ({ name }) => void done.push(name),
      failed: ({ name }, problem) => void problems.push(`${name}: ${problem}`),
    })
    const held = (name: string, by: string, kills: number) => ({ ...taken(by, 0), ...named(name), kills })
    const named = (name: string) => ({ id: name, payload: JSON.stringify({ name }) })
    const breaking = [held('breaks', '200:dead', 7), held('beside it', '200:dead', 0)]
    const unlucky = [held('one', '201:dead', 7), held('other', '201:dead', 7)]
    queue.db
      .insert(table)
      .values([...breaking, ...unlucky, held('first time', '202:dead', 0)])
      .run()
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done.toSorted()).toEqual(['beside it', 'first time'])
    // The jobs run again after a while, and not at the same time.
    const waits = queue.rows().map(({ id, runAt, kills }) => [id, (runAt - queue.now()) / 1000, kills])
    expect(waits).toEqual([
      ['breaks', 1280, 8],
      ['one', 320, 7],
      ['other', 640, 7],
    ])
    queue.tick(1_280_000)
    await queue.jobs.idle()
    expect(done.slice(2)).toEqual(['one', 'other'])
    expect(problems).toEqual(['breaks: The program ended each time this was tried.'])
    expect(queue.rows()).toMatchObject([{ state: 'FAILED', problem: 'The program ended each time this was tried.' }])
  })

  test('is forgotten of a job once an attempt of it comes to an end', async () => {
    await using queue = testQueue()
    const run = () => Promise.reject(new Error('not yet'))
    handle(queue.jobs, 'greet', { payload: Named, concurrency: 1, maxAttempts: 3, run })
    queue.db
      .insert(table)
      .values({ ...taken('200:dead', 0), attempts: 1 })
      .run()
    queue.jobs.start()
    await queue.jobs.idle()
    expect(queue.rows()).toMatchObject([{ state: 'READY', attempts: 1, kills: 0, problem: 'not yet' }])
  })

  test('by kill -9 in the middle of a job leaves it to the next', async () => {
    await using queue = testQueue({ own: process.pid, isAlive: (pid) => isRunning(pid) })
    queue.jobs.add(endless, { name: 'the long one' })
    const child = Bun.spawn([process.execPath, inTree('test/support/platform/job-child.ts'), queue.path], {
      stdout: 'pipe',
    })
    const { value } = await child.stdout.getReader().read()
    expect(new TextDecoder().decode(value)).toBe('working on the long one\n')
    const [row] = queue.rows()
    expect(row).toMatchObject({ state: 'RUNNING', attempts: 1 })
    expect(row?.takenBy).toStartWith(`${child.pid}:`)

    const done: [string, number][] = []
    const run = async ({ name }: { name: string }, attempt: number) => void done.push([name, attempt])
    handle(queue.jobs, 'endless', { payload: Named, concurrency: 1, maxAttempts: 3, run })
    queue.jobs.start()
    await queue.jobs.idle()
    expect(done).toEqual([])

    child.kill('SIGKILL')
    await child.exited
    queue.jobs.wake()
    await queue.jobs.idle()
    expect(done).toEqual([['the long one', 1]])
    expect(queue.rows()).toEqual([])
  })
})

describe('Stopping', () => {
  test('waits for what runs and takes nothing more', async () => {
    await using queue = testQueue()
    const { entered, left } = gate()
    const done: string[] = []
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }) {
        entered.resolve()
        await left.promise
        done.push(name)
      },
    })
    queue.jobs.add(greet, { name: 'running' })
    queue.jobs.add(greet, { name: 'waiting' })
    queue.jobs.start()
    await entered.promise
    const stopped = queue.jobs.stop()
    left.resolve()
    await stopped
    expect(done).toEqual(['running'])
    expect(queue.rows()).toMatchObject([{ payload: '{"name":"waiting"}', state: 'READY', attempts: 0 }])
  })

  test('gives back at once what is cheap to do again, and waits for the rest', async () => {
    await using queue = testQueue()
    const cheap = gate()
    const dear = gate()
    const ended: string[] = []
    handle(queue.jobs, 'render', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      endsAtStop: true,
      async run({ name }, _, signal) {
        const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
        cheap.entered.resolve()
        await aborted
        ended.push(name)
      },
    })
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }) {
        dear.entered.resolve()
        await dear.left.promise
        ended.push(name)
      },
    })
    queue.jobs.add(render, { name: 'cheap' })
    queue.jobs.add(greet, { name: 'dear' })
    queue.jobs.start()
    await Promise.all([cheap.entered.promise, dear.entered.promise])
    const stopped = queue.jobs.stop()
    await Bun.sleep(1)
    expect(ended).toEqual(['cheap'])
    dear.left.resolve()
    await stopped
    expect(ended).toEqual(['cheap', 'dear'])
    expect(queue.rows()).toMatchObject([{ kind: 'render', state: 'READY', attempts: 0 }])
  })

  test('ends in order also when the disk is full', async () => {
    await using queue = testQueue()
    const { entered } = gate()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      endsAtStop: true,
      async run(_, __, signal) {
        entered.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
    queue.jobs.add(greet, { name: 'Ada' })
    queue.jobs.start()
    await entered.promise
    const full = "CREATE TRIGGER full BEFORE UPDATE ON jobs BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
    queue.db.$client.run(full)
    await queue.jobs.stop()
    queue.db.$client.run('DROP TRIGGER full')
    expect(queue.rows()).toMatchObject([{ state: 'RUNNING', attempts: 1 }])
  })

  test('gives back what does not end in time, as if it had not been tried, and tells it to end', async () => {
    await using queue = testQueue()
    const { entered } = gate()
    const aborted = Promise.withResolvers<string>()
    handle(queue.jobs, 'greet', {
      payload: Named,
      concurrency: 1,
      maxAttempts: 1,
      async run({ name }, _, signal) {
        signal.addEventListener('abort', () => aborted.resolve(name))
        entered.resolve()
        await aborted.promise
        throw new Error('too late to matter')
      },
    })
    queue.jobs.add(greet, { name: 'slow' })
    queue.jobs.start()
    await entered.promise
    await queue.jobs.stop(1)
    expect(await aborted.promise).toBe('slow')
    const untouched = { state: 'READY', attempts: 0, takenBy: null, leaseUntil: null, problem: null }
    expect(queue.rows()).toMatchObject([untouched])
    // Its later outcome is ignored: neither written nor reported.
    await Bun.sleep(10)
    expect(queue.rows()).toMatchObject([untouched])
    expect(queue.logged.join()).not.toMatch(/taken over|failed|cannot be written/)
  })
})
