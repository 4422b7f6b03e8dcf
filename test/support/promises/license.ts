import { answer, ask, askedFor, sent, yes } from '../release/asking.ts'
import { claim, openLicensing, order, payFor, quoted } from '../release/license.ts'
import { publishedRelease } from '../release/release.ts'
import { begun, openShop } from '../shop/checkout.ts'
import { dispose, type Scenes, staysIf, staysOrWaits } from './scene.ts'

export const scenes: Scenes = {
  async 'license-request'() {
    const { svc, nova: giver, ada: receiver, dawn } = await openShop()
    const releaseId = await publishedRelease(svc, giver, [dawn.id])
    const { json } = await ask(svc, releaseId, {}, { cookie: receiver.cookie })
    const id = String(Object(json).request.requestId)
    const isRead = async () => (await svc.call('GET', `/api/agents/license-requests/${id}`)).status === 200
    return { svc, giver, receiver, outcome: () => staysOrWaits(svc, [giver, receiver], isRead), ...dispose(svc) }
  },

  async license() {
    const { svc, nova: giver, ada: receiver, id } = await openLicensing()
    const started = begun(
      await svc.call('POST', '/api/checkout/license', {
        cookie: receiver.cookie,
        body: { quoteId: await quoted(svc, id) },
      }),
    )
    await payFor(svc, started)
    const token: string = Object((await claim(svc, started)).json).license.token
    const outcome = async () => {
      const headers = { authorization: `License ${token}` }
      const at = `/api/agents/licenses/${started.orderId}`
      const { status } = await svc.call('GET', `${at}/certificate`, { headers })
      const files = await svc.call('POST', `${at}/access`, { headers, body: { resource: 'download' } })
      const music = await fetch(Object(files.json).grant?.url ?? svc.url)
      return staysIf(status === 200 && (await music.text()).startsWith('MASTER of Dawn'))
    }
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },

  async 'license-price'() {
    const { svc, nova: giver, ada: receiver, id } = await openLicensing()
    const requestId = await askedFor(svc, id, {}, { cookie: receiver.cookie })
    await answer(svc, giver, id, requestId, yes(9))
    const { quoteId } = (await sent(svc, requestId)).quote
    const outcome = () => staysOrWaits(svc, [giver, receiver], async () => (await order(svc, quoteId)).status === 200)
    return { svc, giver, receiver, outcome, ...dispose(svc) }
  },
}
