import { expect, test } from 'bun:test'
import { createKeyedLock } from '../../src/lib/turn/keyed-lock.ts'
import { createSemaphore, SemaphoreFull } from '../../src/lib/turn/semaphore.ts'
import { rejection } from '../support/test-processor/stripe.ts'

/** Work that ends when it is told to, and writes down when it begins. */
function manyWorks() {
  const begun: number[] = []
  const ends = Array.from({ length: 9 }, () => Promise.withResolvers<number>())
  const work = (n: number) => () => {
    begun.push(n)
    return ends[n]?.promise ?? Promise.resolve(n)
  }
  return { begun, ends, work }
}

const aMoment = () => Bun.sleep(1)

test('a semaphore lets two in, keeps two waiting in their order, and refuses the fifth', async () => {
  const semaphore = createSemaphore({ atOnce: 2, waiting: 2 })
  const { begun, ends, work } = manyWorks()
  const inside = [0, 1, 2, 3].map((n) => semaphore(work(n)))
  expect(await rejection(semaphore(work(4)))).toBeInstanceOf(SemaphoreFull)
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve(10)
  expect(await inside[1]).toBe(10)
  await aMoment()
  expect(begun).toEqual([0, 1, 2])
  inside.push(semaphore(work(5)))
  expect(await rejection(semaphore(work(6)))).toBeInstanceOf(SemaphoreFull)
  for (const { resolve } of ends) resolve(0)
  await Promise.all(inside)
  expect(begun).toEqual([0, 1, 2, 3, 5])
})

test('work that fails leaves its place to the next, and an empty semaphore takes as many as at first', async () => {
  const semaphore = createSemaphore({ atOnce: 1, waiting: 1 })
  const { begun, ends, work } = manyWorks()
  const [first, second] = [semaphore(work(0)), semaphore(work(1))]
  ends[0]?.reject(new Error('broken'))
  expect(await rejection(first)).toEqual(new Error('broken'))
  ends[1]?.resolve(1)
  expect(await second).toBe(1)
  const [third, fourth] = [semaphore(work(2)), semaphore(work(3))]
  expect(await rejection(semaphore(work(4)))).toBeInstanceOf(SemaphoreFull)
  for (const { resolve } of ends) resolve(0)
  await Promise.all([third, fourth])
  expect(begun).toEqual([0, 1, 2, 3])
})

test('a keyed lock runs work of one key in order, whether it fails or not, and other keys do not wait', async () => {
  const withLock = createKeyedLock()
  const { begun, ends, work } = manyWorks()
  const [first, second, third] = [withLock('a', work(0)), withLock('a', work(1)), withLock('a', work(2))]
  const other = withLock('b', work(3))
  await aMoment()
  expect(begun).toEqual([0, 3])
  ends[0]?.reject(new Error('broken'))
  expect(await rejection(first)).toEqual(new Error('broken'))
  await aMoment()
  expect(begun).toEqual([0, 3, 1])
  const fourth = withLock('a', work(4))
  for (const { resolve } of ends) resolve(7)
  expect(await Promise.all([second, third, fourth, other])).toEqual([7, 7, 7, 7])
  expect(begun).toEqual([0, 3, 1, 2, 4])
})
