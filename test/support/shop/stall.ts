import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { rowsOf } from '../account/account.ts'
import { addMaster } from '../casset/download.ts'
import { readEmail, startSmtp } from '../platform/smtp.ts'
import type { ServerOptions, TestServer } from '../server.ts'
import { cast } from '../world.ts'
import { settled, shopOf, startShop } from './checkout.ts'

export const offered = { env: { GIVE_BACK: 'on' } }

/** Nova, who owns the site, sells First Light for 700; ada and kim buy. */
export async function openStall({ env, ...options }: ServerOptions = offered) {
  const smtp = await startSmtp()
  const svc = await startShop({ limiter: { take: () => 0 }, ...options, env: { ...smtp.env, ...env } })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light', priceMinor: 700 })
  makeOwner(svc.ctx, 'nova@example.com')
  const [ada, kim] = [cast(svc.ctx, 'ada', { published: false }), cast(svc.ctx, 'kim', { published: false })]
  const track = await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  const emailsTo = async (address: string) => {
    await settled(svc)
    return smtp.received
      .map(readEmail)
      .filter(({ to, subject }) => to.includes(address) && subject.includes('withdrawal'))
  }
  const close = async () => {
    await svc[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
  return { svc, nova, ada, kim, track, emailsTo, [Symbol.asyncDispose]: close }
}

export const withdraw = (svc: TestServer, body: object, cookie?: string) =>
  svc.call('POST', '/api/withdraw', { cookie, body })
export const refundsOf = async (svc: TestServer) =>
  (await shopOf(svc).stripe.refunds.list({ limit: 20 })).data.map(({ amount }) => amount)
export const outcomesOf = (svc: TestServer) =>
  rowsOf(svc, 'withdrawals').map((row) => [Reflect.get(Object(row), 'outcome'), Reflect.get(Object(row), 'order_id')])
