import { announce, hourMs, partyOf } from '../room/party.ts'
import { openShop } from '../shop/checkout.ts'
import { dispose, type Scenes, staysOrWaits } from './scene.ts'

/** A job that waits for a tape looks every two seconds. */
const looksMs = 3_000

export const scenes: Scenes = {
  async party() {
    const { svc, nova: giver, ada: receiver } = await openShop()
    await svc.call('POST', '/api/casset/nova/activity', { cookie: receiver.cookie, body: { type: 'follow' } })
    await announce(svc, giver)
    const hasBegun = async () => {
      if (svc.ctx.now() < Date.now() + hourMs) svc.tick(hourMs)
      const end = performance.now() + looksMs
      while (performance.now() < end) {
        const told = await svc.call('GET', '/api/notifications', { cookie: receiver.cookie })
        if (told.text.includes('begins')) return true
        if (told.status !== 200 || (await partyOf(svc)) === 404) return false
        await Bun.sleep(50)
      }
      return false
    }
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], hasBegun), ...dispose(svc) }
  },
}
