import { expect, setDefaultTimeout, test } from 'bun:test'
import { monthAt, monthBeside, startOfMonth } from '../../src/lib/time/month.ts'
import { rowsOf } from '../support/account/account.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { backUp, restore } from '../support/operate/restore.ts'
import { openLabel } from '../support/order/paid-out.ts'
import { temporaryFolder } from '../support/process.ts'
import type { TestServer } from '../support/server.ts'
import { collect, settled } from '../support/shop/checkout.ts'
import { dayMs, hourMs } from '../support/shop/preorder.ts'

setDefaultTimeout(testLimitMs)

const env = { PAYMENTS: 'test', PLATFORM_FEE_PERCENT: '10' }

const numbersOf = (svc: TestServer): string[] =>
  rowsOf(svc, 'statements').map((row) => String(Reflect.get(Object(row), 'number')))

const grossOf = (svc: TestServer) =>
  svc.ctx.db.$client.query("SELECT sum(amount_minor) FROM statement_lines WHERE heading = 'casset'").values().flat()

/** Lets a month end, and two hours more. */
async function endMonth(svc: TestServer, from: number): Promise<void> {
  svc.tick(startOfMonth(monthBeside(monthAt(from), 1)) + 2 * hourMs - svc.ctx.now())
  await settled(svc)
}

test('after a restore no statement is made before the doctor has compared, and none has the number of a lost one', async () => {
  using folder = temporaryFolder()
  const options = { env, dataDir: folder.path }
  const { svc: before, ada, draft } = await openLabel(options)
  await collect(before, ada)
  const copy = backUp(before)
  await collect(before, draft)
  const { now } = before.ctx
  const sold = now()
  await endMonth(before, sold)
  const lost = numbersOf(before)
  expect([lost.length, grossOf(before)]).toEqual([1, [1_400]])
  const at = before.ctx.now()

  await using svc = await restore(before, copy, options)
  svc.tick(at - svc.ctx.now() + dayMs)
  await settled(svc)
  expect(numbersOf(svc)).toEqual([])
  await doctorOf(folder.path, env, 'reconciling', { fix: true, now: svc.ctx.now })
  svc.tick(2 * hourMs)
  await settled(svc)
  // The sale that was found again is on the statement of the month in which it was.
  expect(grossOf(svc)).toEqual([700])
  await endMonth(svc, svc.ctx.now())
  const made = numbersOf(svc)
  expect([made.length, grossOf(svc), made.filter((number) => lost.includes(number))]).toEqual([2, [1_400], []])
})

test('a statement that was the last thing to be issued before a restore keeps its number to itself', async () => {
  using folder = temporaryFolder()
  const options = { env, dataDir: folder.path }
  const { svc: before, ada } = await openLabel(options)
  await collect(before, ada)
  const sold = before.ctx.now()
  const copy = backUp(before)
  await endMonth(before, sold)
  const [lost = ''] = numbersOf(before)
  expect(lost).not.toBe('')
  await using svc = await restore(before, copy, options)
  expect(rowsOf(svc, 'restores')).toHaveLength(2)
})
