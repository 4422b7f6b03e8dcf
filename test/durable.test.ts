import { expect, test } from 'bun:test'
import { createCommits } from '../db/commits.ts'
import { users } from '../db/schema/account.ts'
import { createTogether } from '../src/lib/together.ts'
import { testQueue } from './support/queue.ts'
import { rejection } from './support/stripe.ts'

test('what is written durably waits for the disk, shares the wait, and fails alone', async () => {
  await using queue = testQueue()
  const { durably } = createCommits(queue.db)
  const level = () => queue.db.$client.query('PRAGMA synchronous').values()[0]?.[0]
  const levels: unknown[] = []
  const add = (id: string) => () => {
    levels.push(level())
    queue.db.insert(users).values({ id, email: id, createdAt: 0 }).run()
  }
  const outcomes = await Promise.allSettled([durably(add('ada')), durably(add('ada')), durably(add('ben'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(queue.db.select({ id: users.id }).from(users).all()).toEqual([{ id: 'ada' }, { id: 'ben' }])
  // 2 is FULL, 1 is NORMAL.
  expect([new Set(levels), level()]).toEqual([new Set([2]), 1])
})

test('a disk that does not take it is told to everybody who waits, and the next writes go on', async () => {
  await using queue = testQueue()
  const { durably } = createCommits(queue.db)
  const add = (id: string) => () => void queue.db.insert(users).values({ id, email: id, createdAt: 0 }).run()
  queue.db.$client.run('PRAGMA query_only = ON')
  const outcomes = await Promise.allSettled([durably(add('ada')), durably(add('ben'))])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  queue.db.$client.run('PRAGMA query_only = OFF')
  await durably(add('ada'))
  expect(queue.db.select({ id: users.id }).from(users).all()).toEqual([{ id: 'ada' }])
})

test('what is written jointly answers when it stands, and waits for the disk where somebody else must', async () => {
  await using queue = testQueue()
  const { jointly, durably } = createCommits(queue.db)
  const { $client: client } = queue.db
  const level = () => client.query('PRAGMA synchronous').values()[0]?.[0]
  const alone = await jointly(() => ({ level: level(), isWriting: client.inTransaction }))
  const beside = await Promise.all([jointly(level), durably(level)])
  expect({ alone, beside }).toEqual({ alone: { level: 1, isWriting: true }, beside: [2, 2] })
})

test('what is asked for in one turn is done once, and a failure is told to all', async () => {
  const done: (readonly number[])[] = []
  const together = createTogether<number>((all) => {
    done.push(all)
    if (all.includes(3)) throw new Error('three')
  })
  await Promise.all([together(1), together(2)])
  const failures = await Promise.all([rejection(together(3)), rejection(together(4))])
  await together(5)
  expect(done).toEqual([[1, 2], [3, 4], [5]])
  expect(failures).toEqual([new Error('three'), new Error('three')])
})
