import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { didDocument } from '../../src/release/proof/did-document.ts'
import { replaceKey } from '../../src/release/signing/keys.ts'
import { signDocument } from '../../src/release/signing/sign-document.ts'
import { openLicensing } from '../support/release/license.ts'
import { licensedWithTerms, words } from '../support/release/licensed.ts'
import { hashOf, isSigned } from '../support/release/verify.ts'
import type { TestServer } from '../support/server.ts'
import { settled, shopOf } from '../support/shop/checkout.ts'
import { cast } from '../support/world.ts'

const saved = async (svc: TestServer, { licenseId, token }: { licenseId: string; token: string }) => {
  const headers = { authorization: `License ${token}` }
  const answer = await svc.call('GET', `/api/agents/licenses/${licenseId}/certificate`, { headers })
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining('license.json'),
  ])
  return Object(answer.json)
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const dayMs = 86_400_000

test('a license is one file, which says without its site who may do what, on which terms, and whether it held on a day', async () => {
  await using shop = await licensedWithTerms()
  const { svc, license, verify, folder, started } = shop
  const now = svc.ctx.now()
  const file = await saved(svc, license)
  expect([file.credential, file.agreed]).toEqual([license.credential, license.agreed])
  const keys = join(folder.path, 'did.json')
  await Bun.write(keys, await (await svc.fetch('/.well-known/did.json')).bytes())
  const [withSite, told] = await verify(file)
  expect([withSite, told]).toEqual([0, expect.stringMatching(/ok +keys +localhost:\d+ says that these are its keys/)])
  expect(told).toMatch(/ok +standing +Event \d+ granted it, and none has ended it\./)

  // The money goes back twenty days later; the file is saved once more.
  svc.tick(20 * dayMs)
  await shopOf(svc).stripe.refunds.create({ payment_intent: started.paymentIntentId })
  await settled(svc)
  await svc.ctx.jobs.idle()
  const holder = { secret: String(license.holderUrl).split('/').at(-1) }
  const path = `/api/agents/licenses/${license.licenseId}/certificate?secret=${holder.secret}`
  const ended = Object((await svc.call('GET', path)).json)
  expect(await verify(file)).toEqual([4, expect.stringMatching(/ENDED +standing +The license has ended: event/)])
  await svc[Symbol.asyncDispose]()

  const [code, text] = await verify(file)
  expect(code).toBe(5)
  for (const line of [
    /OWN KEYS keys +localhost:\d+ does not answer, and the file says that its key is z6Mk\w+/,
    /ok +license +localhost:\d+ has signed that Ada Films may: remix; until/,
    /ok +terms +What was agreed, word for word: remix \(\$3\.00\): No political use\. Credit: “Nova”\./,
    /ok +granted +Event \d+ granted it on \d+ \w+ \d+: it is among the \d+ entries of the log/,
    /\nSigned by keys that this file brings itself, .*: give --key with .*$/,
  ])
    expect(text).toMatch(line)
  expect(text).not.toContain('Verified')
  expect(await verify(file, '--key', keys)).toEqual([
    0,
    expect.stringMatching(/Verified: .* “said” was not checked\.$/),
  ])
  // The day between, before it was granted, after it was ended, and once its year is over.
  for (const [certificate, at, expected, line] of [
    [ended, day(now + 10 * dayMs), 0, /ok +standing +Event \d+ granted it, and none has ended it/],
    [ended, day(now + 21 * dayMs), 4, /ENDED +standing +The license has ended: event/],
    [ended, day(now - 10 * dayMs), 3, /OVER +license +The license begins only at/],
    [file, day(now + 400 * dayMs), 3, /OVER +license +The license was over at/],
    [file, day(now + 10 * dayMs), 0, /said +standing +It had not ended on .*, when the file was saved\. Whether/],
  ] as const) {
    const found = await verify(certificate, '--at', at, '--key', keys)
    expect([at, ...found]).toEqual([at, expected, expect.stringMatching(line)])
    expect(await verify(certificate, '--at', at)).toEqual([5, expect.stringMatching(line)])
  }
})

test('a file that somebody else made in the name of a site is never verified by the keys that it brings', async () => {
  await using shop = await licensedWithTerms()
  const { svc, folder } = shop
  const keys = join(folder.path, 'did.json')
  await Bun.write(keys, await (await svc.fetch('/.well-known/did.json')).bytes())
  await using forger = await licensedWithTerms({ env: { BASE_URL: svc.ctx.site.origin } })
  const forged = await saved(forger.svc, forger.license)
  expect(forged.credential.issuer).toBe(didDocument(svc.ctx).id)
  expect((await shop.verify(forged))[0]).toBe(2)
  expect((await shop.verify(forged, '--key', keys))[0]).toBe(2)
  await svc[Symbol.asyncDispose]()
  const [code, text] = await shop.verify(forged)
  expect([code, text]).toEqual([5, expect.stringMatching(/\nSigned by keys that this file brings itself/)])
  expect(text).not.toContain('ALTERED')
})

test('nothing of a file can be altered, left out or taken from elsewhere', async () => {
  await using shop = await licensedWithTerms()
  const { svc, id, license, verify, folder } = shop
  const file = await saved(svc, license)
  const keys = join(folder.path, 'did.json')
  await Bun.write(keys, JSON.stringify(file.keys))
  const { proof: _, ...status } = file.status
  const signed = (document: object) => ({ ...document, proof: signDocument(svc.ctx, { ...document }, svc.ctx.now()) })
  const head = (more: object) => ({ ...file, log: { ...file.log, head: { ...file.log.head, ...more } } })
  const [event] = file.events
  const altered: [string, object][] = [
    ['terms', { ...file, agreed: [{ ...file.agreed[0], terms: `${words} Adverts too.` }] }],
    ['a price', { ...file, agreed: [{ ...file.agreed[0], price: { amount: 1, currency: 'usd' } }] }],
    ['no terms', { ...file, agreed: [] }],
    ['a use more', { ...file, agreed: [...file.agreed, { scope: 'sync', price: null, terms: null }] }],
    ['credential', { ...file, credential: { ...file.credential, validUntil: '2099-01-01T00:00:00.000Z' } }],
    ['an event', { ...file, events: [{ ...event, occurredAt: '2020-01-01T00:00:00.000Z' }] }],
    ['no event', { ...file, events: [] }],
    ['an event twice', { ...file, events: [event, event] }],
    ['a place in the log', { ...file, log: { ...file.log, logIndexes: [0] } }],
    ['a proof of the log', { ...file, log: { ...file.log, inclusionProof: ['00'.repeat(32)] } }],
    ['a tree', head({ log: { ...file.log.head.log, treeSize: 1 } })],
    ['a key of the log', head({ log: { ...file.log.head.log, verifierKeys: [] } })],
    ['another release in the head', head({ releaseId: 'x' })],
    [
      'a head of the log',
      { ...file, log: { ...file.log, checkpoint: file.log.checkpoint.replace(/\n\d+\n/, '\n1\n') } },
    ],
    ['status', { ...file, status: { ...file.status, issuedAt: '2099-01-01T00:00:00.000Z' } }],
    ['status that it did not have', { ...file, status: signed({ ...status, status: 'ENDED' }) }],
    ['status of another license', { ...file, status: signed({ ...status, licenseId: 'other' }) }],
    ['something more', { ...file, note: 'and sync' }],
    ['another kind', { ...file, schema: 'tapedeck.license.v2' }],
  ]
  for (const [what, each] of altered) {
    expect([what, (await verify(each))[0]]).toEqual([what, 2])
    expect([what, (await verify(each, '--key', keys))[0]]).toEqual([what, 2])
  }
  // A key of somebody else: the site does not have it, nor do the keys that were kept.
  const { svc: evil } = await openLicensing()
  await using _evil = evil
  const byOther = (document: object) => ({ ...document, proof: signDocument(evil.ctx, { ...document }, svc.ctx.now()) })
  const { proof: __, ...said } = file.credential
  const forged = {
    ...file,
    keys: didDocument(evil.ctx),
    credential: byOther({ ...said, issuer: didDocument(evil.ctx).id }),
    status: byOther(status),
  }
  expect((await verify(forged, '--key', keys))[0]).toBe(2)
  const [own] = file.keys.verificationMethod
  const [theirs] = didDocument(evil.ctx).verificationMethod.map(({ publicKeyMultibase: key }) => ({
    ...own,
    id: `${file.keys.id}#${key}`,
    publicKeyMultibase: key,
  }))
  for (const methods of [[theirs], [own, theirs], []]) {
    const assertionMethod = methods.map((each) => each?.id)
    const swapped = { ...file, keys: { ...file.keys, verificationMethod: methods, assertionMethod } }
    expect((await verify(swapped))[0]).toBe(2)
  }
  // A key that was replaced since still counts.
  svc.tick(1_000)
  replaceKey(svc.ctx, 'manifest')
  expect((await verify(file))[0]).toBe(0)
  expect((await saved(svc, license)).keys.verificationMethod).toHaveLength(2)
  // A release that is not public any more: the file still says what was, and marks what it cannot.
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private'")
  expect((await svc.call('GET', `/api/agents/releases/${id}/manifest`)).status).toBe(404)
  expect(await verify(file)).toEqual([0, expect.stringMatching(/said +standing +It had not ended on/)])
})

test('the file is given to its holder alone, and another library agrees with it', async () => {
  await using shop = await licensedWithTerms()
  const { svc, license } = shop
  const path = `/api/agents/licenses/${license.licenseId}/certificate`
  const { cookie } = cast(svc.ctx, 'other')
  for (const more of ['', `?secret=${'x'.repeat(43)}`]) {
    expect((await svc.call('GET', path + more, { cookie })).status).toBe(403)
  }
  expect((await svc.call('GET', path, { headers: { authorization: 'License x' } })).status).toBe(403)
  const file = await saved(svc, license)
  for (const { proof, ...said } of [file.credential, file.status, file.log.head]) {
    expect(await isSigned(said, proof)).toBe(true)
  }
  const [{ eventHash, ...event }] = file.events
  expect(hashOf(event)).toBe(eventHash)
  expect(hashOf(file.agreed)).toBe(file.credential.credentialSubject.agreedHash)
  expect(hashOf(file.credential)).toBe(event.payload.credentialHash)
  expect(file.log.checkpoint).toContain(`\n${file.log.head.log.treeSize}\n`)
  const status = Object((await svc.call('GET', `/api/agents/licenses/${license.licenseId}`)).json)
  expect(await isSigned({ ...status, proof: undefined }, status.proof)).toBe(true)
})
