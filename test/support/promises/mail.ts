import { optIns } from '../../../db/schema/audience/opt-in.ts'
import { askSoon } from '../../../src/audience/opt-in/ask-opt-ins.ts'
import { addToList, confirmAddresses, letterCall, writeLetter } from '../audience/letter.ts'
import { patchCasset } from '../casset/casset.ts'
import { readEmail } from '../platform/smtp.ts'
import { openShop, settled } from '../shop/checkout.ts'
import { openGiving } from '../shop/gift.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

export const scenes: Scenes = {
  async letter() {
    const shop = await openGiving()
    const { svc, nova: giver, ada: receiver, smtp } = shop
    confirmAddresses(svc)
    addToList(svc, giver, ['reader@example.org', 'ada@example.com'])
    const id = await writeLetter(svc, giver)
    await letterCall(svc, giver, 'POST', `/${id}/schedule`, { zone: 'UTC' })
    const outcome = async () => {
      svc.tick(61_000)
      await settled(svc)
      return staysIf(
        smtp.received
          .map(readEmail)
          .some(({ to, subject }) => to.includes('ada@example.com') && subject.includes('A new tape')),
      )
    }
    return { svc, giver, receiver, outcome, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  },

  async 'opt-in'() {
    const shop = await openGiving()
    const { svc, nova: giver, ada: receiver, smtp } = shop
    confirmAddresses(svc)
    // The job that asks has not run yet.
    const row = { artistId: giver.artistId, agreedBy: 'paper', createdAt: svc.ctx.now() } as const
    svc.ctx.db
      .insert(optIns)
      .values(['ada@example.com', 'bea@example.com'].map((email) => ({ ...row, id: svc.ctx.uuid(), email })))
      .run()
    const isAsked = async () => {
      askSoon(svc.ctx, svc.ctx.now())
      await settled(svc)
      return smtp.received.map(readEmail).some(({ to }) => to.includes('ada@example.com'))
    }
    return {
      ...{ svc, giver, receiver },
      outcome: () => staysOrWaits(svc, [giver, receiver], isAsked),
      [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
    }
  },

  async wish() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await svc.call('POST', '/api/casset/nova/wish', { cookie: receiver.cookie, body: { tells: true } })
    const isTold = async () => {
      await patchCasset(svc, giver, { price: 500 })
      svc.tick(601_000)
      await settled(svc)
      return (await svc.call('GET', '/api/notifications', { cookie: receiver.cookie })).text.includes('costs less')
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], isTold), ...dispose(svc) }
  },
}
