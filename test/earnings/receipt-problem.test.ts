import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { mails } from '../../db/schema/platform/mail.ts'
import { noteReturned } from '../../src/platform/mail/send-mail.ts'
import { collect, openShop } from '../support/shop/checkout.ts'

test('a receipt that came back shows at its sale, without its address', async () => {
  const { svc, nova, ada } = await openShop()
  await using _ = svc
  const { orderId } = await collect(svc, ada)
  const isReceipt = eq(mails.uniqueKey, `receipt:${orderId}`)
  const [receipt] = svc.ctx.db.update(mails).set({ sentAt: svc.ctx.now() }).where(isReceipt).returning().all()
  const sales = async () => (await svc.call('GET', '/api/studio/sales', { cookie: nova.cookie })).json
  expect(await sales()).toMatchObject({ sales: [{ orderId, receiptProblem: null }] })
  noteReturned(svc.ctx, receipt?.id ?? '', { problem: `550 5.1.1 <${receipt?.recipient}>: gone`, isAddress: true })
  expect(await sales()).toMatchObject({ sales: [{ orderId, receiptProblem: '550 5.1.1 <…>: gone' }] })
})
