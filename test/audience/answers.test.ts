import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../db/schema/account/account.ts'
import { changeUser } from '../../src/account/change-user.ts'
import { addToList, confirmAddresses, letterRow, sendNow, writeLetter } from '../support/audience/letter.ts'
import { until } from '../support/casset/upload.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { openShop } from '../support/shop/checkout.ts'
import { collectAsGuest } from '../support/shop/guest.ts'

const answerLine = /^Reply-To: (\S+)\r$/m

test('answers to letters and receipts come to the artist who chose it, only at a confirmed address', async () => {
  await using smtp = await startSmtp()
  const env = { ...smtp.env, LETTERS_PER_MINUTE: '1000000', CONTACT_EMAIL: 'hello@music.example' }
  const { svc, nova } = await openShop({ env, limiter: { take: () => 0 } })
  await using _ = svc
  const { ctx } = svc
  const emailOf = () => ctx.db.select().from(users).where(eq(users.id, nova.userId)).get()?.email ?? ''
  addToList(svc, nova, ['reader@example.org'])
  const choose = (takesAnswers: boolean) =>
    svc.call('POST', '/api/auth/update-profile', { cookie: nova.cookie, body: { takesAnswers } })
  let guests = 0
  /** Sends a letter and a receipt, and returns the addresses of their answers by recipient. */
  const answered = async () => {
    smtp.clear()
    const id = await writeLetter(svc, nova)
    await sendNow(svc, nova, id)
    guests += 1
    const guest = `kim${guests}@example.org`
    await collectAsGuest(svc, { email: guest })
    await until(
      () => [letterRow(svc).state, smtp.received.some(({ to }) => to[0] === guest)],
      ([state, hasReceipt]) => state === 'SENT' && hasReceipt === true,
    )
    const to = (address: string) =>
      smtp.received.filter((each) => each.to[0] === address).map(({ source }) => answerLine.exec(source)?.[1])
    const [letter, receipts] = [to('reader@example.org'), to(guest)]
    ctx.db.$client.run('DELETE FROM letter_recipients')
    ctx.db.$client.run('DELETE FROM letters')
    return { letter, receipts: [...new Set(receipts)] }
  }
  const [own, site] = [emailOf(), 'hello@music.example']
  expect(await answered()).toEqual({ letter: [site], receipts: [site] })
  expect((await choose(true)).status).toBe(200)
  changeUser(ctx, nova.userId, { emailVerifiedAt: null })
  expect(await answered()).toEqual({ letter: [site], receipts: [site] })
  confirmAddresses(svc)
  expect(await answered()).toEqual({ letter: [own], receipts: [own] })
  await choose(false)
  expect(await answered()).toEqual({ letter: [site], receipts: [site] })
})
