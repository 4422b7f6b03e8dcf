import { expect, test } from 'bun:test'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { verifyCredential } from '@digitalbazaar/vc'
import { checkStatus as checkListed } from '@digitalbazaar/vc-bitstring-status-list'
import { bought, claim, openLicensing } from '../support/release/license.ts'
import type { TestServer } from '../support/server.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'

/** Verifies a credential with libraries that know nothing of this site but its DID document. */
async function verified(svc: TestServer, credential: object) {
  const loaded: string[] = []
  const documentLoader = async (url: string) => {
    loaded.push(url)
    const did = Object(await (await svc.fetch('/.well-known/did.json')).json())
    if (url.includes('/license-lists/')) {
      return { document: await (await fetch(url)).json(), documentUrl: url, contextUrl: null }
    }
    const method = did.verificationMethod.find(({ id }: { id: string }) => id === url)
    const document = method ? { '@context': 'https://w3id.org/security/multikey/v1', ...method } : did
    if (document.id !== url) throw new Error(`Nothing is known of ${url}.`)
    return { document, documentUrl: url, contextUrl: null }
  }
  const checkStatus = async (options: object) => {
    const found = await checkListed({ ...options, documentLoader, suite })
    return { ...found, verified: found.verified && (found.results ?? []).every(({ status }) => !status) }
  }
  const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() })
  const now = new Date(svc.ctx.now())
  const result = await verifyCredential({ credential, suite, documentLoader, checkStatus, now })
  return { isVerified: result.verified, loaded }
}

test('the libraries of others verify a certificate, and refuse one that was altered, is over, or whose license has ended', async () => {
  const { svc, id } = await openLicensing()
  await using _ = svc
  const started = await bought(svc, id, ['remix', 'download'], { licensee: 'Ada Films' })
  const { credential } = Object((await claim(svc, started)).json).license
  const { isVerified, loaded } = await verified(svc, credential)
  expect(isVerified).toBe(true)
  // The issuer, its key and its status list were asked for, and no context of the web.
  const [own, entry] = credential.credentialStatus
  expect(new Set(loaded)).toEqual(
    new Set([credential.issuer, credential.proof.verificationMethod, entry.statusListCredential]),
  )

  const subject = credential.credentialSubject
  const altered: [string, object][] = [
    ['another licensee', { ...credential, credentialSubject: { ...subject, licensee: 'Eve Films' } }],
    [
      'a further scope',
      { ...credential, credentialSubject: { ...subject, scopes: [...subject.scopes, subject.scopes[0]] } },
    ],
    ['a longer time', { ...credential, validUntil: '2099-01-01T00:00:00.000Z' }],
    ['another issuer', { ...credential, issuer: 'did:web:else.example' }],
    ['another status', { ...credential, credentialStatus: [own, { ...entry, statusListIndex: '1' }] }],
    ['another proof', { ...credential, proof: { ...credential.proof, created: '2020-01-01T00:00:00.000Z' } }],
    ['no proof', { ...credential, proof: undefined }],
  ]
  for (const [what, each] of altered) expect([what, (await verified(svc, each)).isVerified]).toEqual([what, false])

  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  expect((await verified(svc, credential)).isVerified).toBe(false)
  const second = Object((await claim(svc, await bought(svc, id))).json).license
  expect((await verified(svc, second.credential)).isVerified).toBe(true)
  svc.tick(366 * 86_400_000)
  expect((await verified(svc, second.credential)).isVerified).toBe(false)
})
