import { temporaryFolder } from '../process.ts'
import type { ServerOptions } from '../server.ts'
import { begun } from '../shop/checkout.ts'
import { verifyIn } from './certificate.ts'
import { claim, openLicensing, order, payFor, quoted } from './license.ts'
import { decide } from './release.ts'

export const words = 'No political use. Credit: “Nova”.'

/** A shop whose remix has terms, a license of it that names Ada Films, and what verifies it. */
export async function licensedWithTerms(options: ServerOptions = {}) {
  const shop = await openLicensing(options)
  const { svc, nova, id } = shop
  const price = { amount: 300, currency: 'usd' }
  await decide(svc, nova, id, { scope: 'remix', decision: 'REQUIRE_LICENSE', price, terms: words })
  const quoteId = await quoted(svc, id, ['remix'])
  const started = begun(await order(svc, quoteId, { licensee: 'Ada Films' }))
  await payFor(svc, started)
  // A change by the artist now is not part of the agreement.
  await decide(svc, nova, id, {
    scope: 'remix',
    decision: 'REQUIRE_LICENSE',
    price: { ...price, amount: 9_900 },
    terms: 'Nothing.',
  })
  const { license } = Object((await claim(svc, started)).json)
  await svc.ctx.jobs.idle()
  const folder = temporaryFolder()
  const verify = (certificate: object, ...more: string[]) => verifyIn(folder.path, certificate, ...more)
  const end = async () => {
    folder[Symbol.dispose]()
    await svc[Symbol.asyncDispose]()
  }
  return { ...shop, started, license, folder, verify, [Symbol.asyncDispose]: end }
}
