import type { Fate } from '../../../src/platform/promised.ts'
import { act, enter, fund, openDrops, read } from '../drop/drop.ts'
import { openShop, settled, shopOf } from '../shop/checkout.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

export const scenes: Scenes = {
  async 'prize-paid-in'() {
    const { svc, nova: giver, eva: receiver, finn, dawn, make } = await openDrops()
    const id = await make()
    await fund(svc, giver, id)
    await act(svc, giver, id, 'launch')
    for (const who of [receiver, finn]) await enter(svc, who, dawn.hookId, id)
    const outcome = async () => {
      const { campaign } = await read(svc, id, giver)
      return staysIf(campaign.state === 'OPEN' && campaign.prize.length === 1)
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'prize-chosen'() {
    const { svc, nova: giver, eva: receiver, finn, dawn, make } = await openDrops()
    const id = await make()
    await fund(svc, giver, id)
    await act(svc, giver, id, 'launch')
    const submissionIds = [await enter(svc, receiver, dawn.hookId, id)]
    await enter(svc, finn, dawn.hookId, id)
    await act(svc, giver, id, 'select-winner', { submissionIds })
    const outcome = async (): Promise<Fate> => {
      const [payout] = (await read(svc, id, giver)).payouts
      return payout.artist.handle === 'eva' ? 'stays' : payout.artist.handle === 'finn' ? 'passes' : 'ends'
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'prize-returned'() {
    const { svc, nova: receiver, make } = await openDrops()
    const id = await make()
    await fund(svc, receiver, id)
    await act(svc, receiver, id, 'cancel', { reason: 'Nobody came.' })
    const outcome = async () => {
      await settled(svc)
      return staysIf((await shopOf(svc).stripe.refunds.list()).data.length === 1)
    }
    return { svc, giver: null, receiver, outcome, ...dispose(svc) }
  },

  async clip() {
    const { svc, nova: giver, ada: receiver, dawn } = await openShop()
    const asked = { hookId: dawn.hookId, clip: { url: 'https://clips.example/ada' } }
    const { json } = await svc.call('POST', '/api/hooks/submissions', { cookie: receiver.cookie, body: asked })
    const path = `/api/hooks/submissions/${Object(json).submission.id}/decide`
    const isDecided = async () =>
      (await svc.call('POST', path, { cookie: giver.cookie, body: { decision: 'ACCEPTED' } })).status === 200
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], isDecided), ...dispose(svc) }
  },
}
