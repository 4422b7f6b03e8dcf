import { expect, test } from 'bun:test'
import { createPace } from '../../src/lib/turn/pace.ts'

test('long work lets others have their turn once it has worked for a while, however few steps that were', async () => {
  let now = 0
  let turns = 0
  const pace = createPace(() => now)
  const step = async (ms: number) => {
    now += ms
    setImmediate(() => {
      turns += 1
    })
    await pace()
  }
  await step(1)
  expect(turns).toBe(0)
  await step(1)
  expect(turns).toBe(2)
  await step(1)
  expect(turns).toBe(2)
  await step(30)
  expect(turns).toBe(4)
})
