import { expect, test } from 'bun:test'
import { unlinkSync } from 'node:fs'
import { createCommits } from '../../db/commits.ts'
import { users } from '../../db/schema/account/account.ts'
import { inLanguage, requestLanguage } from '../../src/lib/language/say.ts'
import { createBatch } from '../../src/lib/turn/batch.ts'
import { until } from '../support/casset/upload.ts'
import { type TestQueue, testQueue } from '../support/platform/queue.ts'
import { rejection } from '../support/test-processor/stripe.ts'

const adding =
  ({ db }: Pick<TestQueue, 'db'>) =>
  (id: string) =>
  () =>
    void db.insert(users).values({ id, email: id, createdAt: 0 }).run()

/** A queue's database whose disk answers when it is told to. */
function slowDisk() {
  const queue = testQueue()
  const waits: PromiseWithResolvers<void>[] = []
  const commits = createCommits(queue.db, () => {
    const wait = Promise.withResolvers<void>()
    waits.push(wait)
    return wait.promise
  })
  const add = adding(queue)
  const kept = () => queue.db.select({ id: users.id }).from(users).all()
  return {
    ...commits,
    waits,
    add,
    kept,
    client: queue.db.$client,
    [Symbol.asyncDispose]: () => queue[Symbol.asyncDispose](),
  }
}

test('a durable write waits for the disk, shares the wait, and fails alone', async () => {
  await using disk = slowDisk()
  const { durably, add, waits, kept } = disk
  let answered = 0
  const writes = ['ada', 'ada', 'ben'].map((id) => durably(add(id)).finally(() => (answered += 1)))
  const outcomes = Promise.allSettled(writes)
  await Bun.sleep(20)
  // The one that was refused has nothing to wait for.
  expect([kept(), waits.length, answered]).toEqual([[{ id: 'ada' }, { id: 'ben' }], 1, 1])
  waits[0]?.resolve()
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a durable write made while the disk is waited for shares the next wait, which begins after', async () => {
  await using disk = slowDisk()
  const { durably, jointly, add, waits } = disk
  const told: string[] = []
  const write = (id: string) => durably(add(id)).then(() => told.push(id))
  const first = write('ada')
  await jointly(add('x'))
  const [second, third] = [write('ben'), write('eve')]
  await jointly(add('y'))
  expect(waits).toHaveLength(1)
  waits[0]?.resolve()
  await first
  expect([told, waits.length]).toEqual([['ada'], 2])
  waits[1]?.resolve()
  await Promise.all([second, third])
  expect([told, waits.length]).toEqual([['ada', 'ben', 'eve'], 2])
})

test('writes of one transaction are each in the language of their own request', async () => {
  await using disk = slowDisk()
  const languages = (['de', 'ja'] as const).map((language) => inLanguage(language, () => disk.jointly(requestLanguage)))
  expect(await Promise.all([...languages, disk.jointly(requestLanguage)])).toEqual(['de', 'ja', undefined])
})

test('a joint write waits for no disk, beside somebody who must either', async () => {
  await using disk = slowDisk()
  const { jointly, durably, add, waits, kept } = disk
  expect(await jointly(() => disk.client.inTransaction)).toBeTrue()
  await jointly(add('ada'))
  expect(waits).toEqual([])
  const late = durably(add('ben'))
  await jointly(add('eve'))
  expect([kept().length, waits.length]).toEqual([3, 1])
  waits[0]?.resolve()
  await late
})

test('a disk that does not take it is told to everybody who waits, and the next writes go on', async () => {
  await using disk = slowDisk()
  const { durably, jointly, add, waits } = disk
  const outcomes = Promise.allSettled([durably(add('ada')), jointly(add('ben')), durably(add('eve'))])
  await until(
    () => waits.length,
    (length) => length === 1,
  )
  waits[0]?.reject(new Error('EIO'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  const next = durably(add('dan'))
  await until(
    () => waits.length,
    (length) => length === 2,
  )
  waits[1]?.resolve()
  await next
})

test('a database that takes no writes is told to everybody who waits, and the next writes go on', async () => {
  await using queue = testQueue()
  const { durably } = createCommits(queue.db)
  const add = adding(queue)
  queue.db.$client.run('PRAGMA query_only = ON')
  const outcomes = await Promise.allSettled([durably(add('ada')), durably(add('ben'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  queue.db.$client.run('PRAGMA query_only = OFF')
  await durably(add('ada'))
  expect(queue.db.select({ id: users.id }).from(users).all()).toEqual([{ id: 'ada' }])
})

test('the disk is asked for the log, also once that was written back', async () => {
  await using queue = testQueue()
  const { durably } = createCommits(queue.db)
  const { $client: client } = queue.db
  const add = adding(queue)
  await durably(add('ada'))
  client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  await durably(add('ben'))
  expect(client.query('PRAGMA synchronous').values()).toEqual([[1]])
  unlinkSync(`${client.filename}-wal`)
  expect(String(await rejection(durably(add('eve'))))).toContain('ENOENT')
})

test('requests of one turn are done once, and a failure is told to all', async () => {
  const done: (readonly number[])[] = []
  const together = createBatch<number>((all) => {
    done.push(all)
    if (all.includes(3)) throw new Error('three')
  })
  await Promise.all([together(1), together(2)])
  const failures = await Promise.all([rejection(together(3)), rejection(together(4))])
  await together(5)
  expect(done).toEqual([[1, 2], [3, 4], [5]])
  expect(failures).toEqual([new Error('three'), new Error('three')])
})
