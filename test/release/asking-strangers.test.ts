import { expect, test } from 'bun:test'
import { users } from '../../db/schema/account/account.ts'
import { createLimiter, type Limiter, rates } from '../../src/platform/http/limiter.ts'
import { rowsOf } from '../support/account/account.ts'
import { answer, askedFor } from '../support/release/asking.ts'
import { openLicensing } from '../support/release/license.ts'

/** The limiter with one limit, that of answers. */
function oneLimit(): Limiter {
  const limiter = createLimiter(
    (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    () => performance.now(),
  )
  return { take: (key, rate) => (rate === rates['license-answer'] ? limiter.take(key, rate) : 0) }
}

test('answers go to addresses that anybody gave by confirmed artists alone, thirty a day', async () => {
  const { svc, id, nova } = await openLicensing({ limiter: oneLimit() })
  await using _ = svc
  const { db } = svc.ctx
  const answered = async (number: number) => {
    const contact = { name: 'Your account is locked', email: `stranger${number}@films.example` }
    return (await answer(svc, nova, id, await askedFor(svc, id, { contact }), { answer: 'no' })).status
  }
  const emails = () => rowsOf(svc, 'mails').filter((mail) => Object(mail).kind === 'license-answer').length
  db.update(users).set({ emailVerifiedAt: null }).run()
  expect([await answered(0), emails()]).toEqual([200, 0])
  db.update(users).set({ emailVerifiedAt: 1 }).run()
  const statuses: number[] = []
  for (let number = 1; number <= 31; number += 1) statuses.push(await answered(number))
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1), emails()]).toEqual([30, 429, 30])
})
