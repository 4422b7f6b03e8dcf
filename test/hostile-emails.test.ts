import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { artists, users } from '../db/schema/account/account.ts'
import { mails } from '../db/schema/platform/mail.ts'
import { mailingListText } from '../src/lib/account/mailing-list-text.ts'
import { password, rowsOf, signUp, signUpBody } from './support/account/account.ts'
import { lastToken } from './support/account/reset.ts'
import { allAsked } from './support/audience/opt-in.ts'
import { until } from './support/casset/upload.ts'
import { readEmail, startSmtp } from './support/platform/smtp.ts'
import { startServer, type TestServer } from './support/server.ts'
import { openShop } from './support/shop/checkout.ts'
import { askAsGuest, collectAsGuest, secretOf } from './support/shop/guest.ts'
import { addReadyTrack, cast } from './support/world.ts'

const advert = 'WIN {{link}} http://evil.example'

/** Puts an artist there whose casset is free. */
async function giver({ ctx }: TestServer, handle: string, displayName: string) {
  const artist = cast(ctx, handle, { priceMinor: 0, displayName })
  await addReadyTrack(ctx, artist.cassetId, handle)
  return artist
}

const agree = (svc: TestServer, slug: string, secret: string, artist: string) =>
  svc.call('POST', `/api/casset/${slug}/mailing-list`, {
    body: { secret, text: mailingListText(artist), from: 'free' },
  })

test('a name like the mark of a link keeps no email from anybody, and an address like it no way back', async () => {
  await using smtp = await startSmtp()
  const { svc, nova } = await openShop({ env: smtp.env })
  await using _ = svc
  const { db } = svc.ctx
  db.update(artists).set({ displayName: advert }).where(eq(artists.id, nova.artistId)).run()
  await collectAsGuest(svc)
  const [receipt] = await until(
    () => smtp.received,
    ({ length }) => length > 0,
  )
  expect(receipt && readEmail(receipt).text).toMatch(/by WIN {{link}} [\s\S]*\/collected\/[\w-]{43}\n/)

  const thief = await signUp(svc, 'bea')
  db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.email, 'bea@example.org')).run()
  smtp.answer = { code: 451, message: 'Later.' }
  const body = { email: '{{link}}@evil.example', password }
  expect((await svc.call('POST', '/api/auth/email/change', { cookie: thief, body })).status).toBe(204)
  const confirm = { token: lastToken(svc, 'change-email') }
  expect((await svc.call('POST', '/api/auth/email/confirm', { body: confirm })).json).toEqual({ email: body.email })
  const undo = { token: lastToken(svc, 'email-changed') }
  const back = await svc.call('POST', '/api/auth/email/undo', { body: undo })
  expect([back.status, back.json]).toEqual([200, { email: 'bea@example.org' }])
})

test('an email that anybody can have sent to anybody says nothing that an artist wrote', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  const free = await giver(svc, 'free', advert)
  const got = await askAsGuest(svc, { slug: 'free', email: 'victim@example.org' })
  expect((await agree(svc, 'free', secretOf(got), advert)).status).toBe(204)
  const cookie = await signUp(svc, 'victim2')
  db(svc).update(artists).set({ displayName: advert }).where(eq(artists.handle, 'victim2')).run()
  const joining = { text: mailingListText(advert), from: 'free' }
  expect((await svc.call('POST', '/api/casset/free/mailing-list', { cookie, body: joining })).status).toBe(204)
  const shared = { name: advert, slug: 'shared', members: ['victim2'] }
  expect((await svc.call('POST', '/api/co-cassets', { cookie: free.cookie, body: shared })).status).toBe(201)
  const emails = await until(
    () => smtp.received,
    ({ length }) => length >= 5,
  )
  expect(emails.map(({ source }) => /WIN|evil/.test(source))).toEqual(emails.map(() => false))
})

test('emails to one mailbox are few, however its address is written, and none of them puts it on a list', async () => {
  await using smtp = await startSmtp()
  await using svc = await startServer({ env: smtp.env })
  for (let turn = 0; turn < 7; turn += 1) {
    await giver(svc, `giver${turn}`, `Giver ${turn}`)
    const got = await askAsGuest(svc, {
      slug: `giver${turn}`,
      email: `vic${'.'.repeat(turn % 2)}tim+${turn}@example.org`,
    })
    expect(got.status).toBe(200)
    for (let time = 0; time < 3; time += 1) {
      expect((await agree(svc, `giver${turn}`, secretOf(got), `Giver ${turn}`)).status).toBe(204)
    }
    await allAsked(svc)
    const body = signUpBody(`bomb${turn}`, { email: `victim+bomb${turn}@example.org` })
    expect((await svc.call('POST', '/api/auth/signup', { body })).status).toBe(201)
  }
  const kinds = db(svc).select({ kind: mails.kind }).from(mails).all()
  const count = (kind: string) => kinds.filter((each) => each.kind === kind).length
  expect(count('mailing-list-asked')).toBeGreaterThan(0)
  expect(count('mailing-list-asked')).toBeLessThanOrEqual(3)
  expect(count('mailing-list-asked') + count('guest-links') + count('verify-email')).toBe(5)
  expect(count('mailing-list-joined')).toBe(0)
  expect(rowsOf(svc, 'opt_ins')).toHaveLength(count('mailing-list-asked'))
  expect(rowsOf(svc, 'mailing_consents')).toEqual([])
})

const db = ({ ctx }: TestServer) => ctx.db
