import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cassets } from '../../db/schema/casset/casset.ts'
import { issueLink } from '../../src/order/guest-link.ts'
import { openShop } from '../support/shop/checkout.ts'
import { beginAsGuest, claimBy, collectAsGuest } from '../support/shop/guest.ts'

const html = { accept: 'text/html' }

test('a secret link is kept by nobody, listed nowhere and told to no other site, whatever it shows', async () => {
  const { svc, nova, ada } = await openShop({ env: { LOG_LEVEL: 'debug' }, limiter: { take: () => 0 } })
  await using _ = svc
  const { secret, orderId } = await collectAsGuest(svc)
  const unpaid = await beginAsGuest(svc)
  const claim = issueLink(svc.ctx, orderId, 'claim')
  const page = (path: string, cookie?: string) => svc.call('GET', path, { headers: html, cookie })
  for (const path of [`/collected/${secret}`, `/collected/${secret}/receipt`, `/claim/${claim}`]) {
    for (const cookie of [undefined, ada.cookie]) {
      const { status, headers, text } = await page(path, cookie)
      expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
        200,
        'private, no-store',
        'same-origin',
      ])
      expect([headers.get('x-robots-tag'), headers.get('etag')]).toEqual(['noindex, nofollow', null])
      expect(text).toContain('<meta name="robots" content="noindex"/>')
      expect(text).not.toMatch(/<link rel="canonical"[^>]*[\w-]{43}|og:url[^>]*[\w-]{43}/)
    }
  }
  for (const path of [`/login?next=/claim/${claim}`, `/signup?next=/claim/${claim}`, '/signup?invite=a-code']) {
    const { headers } = await page(path)
    expect([path, headers.get('cache-control')]).toEqual([path, 'private, no-store'])
  }
  const { text } = await page(`/collected/${secret}`)
  expect(text).toContain('<h2 data-first tabindex="-1">It’s yours!</h2>')
  expect(text).toContain(`value="${svc.ctx.site.origin}/collected/${secret}"`)
  // The receipt is the buyer's, the page may be passed on. Without SMTP no email is spoken of.
  expect(text).not.toContain('kim@example.org')
  expect(text).not.toMatch(/email (?:with|again)/)
  expect((await page(`/collected/${secret}/receipt`)).text).toMatch(/TEST-nova-\d{4}-000001[\s\S]*kim@example\.org/)

  const lost = [`/collected/${claim}`, `/claim/${secret}`, '/collected/x', `/collected/${unpaid.secret}/receipt`]
  for (const path of lost) expect([path, (await page(path)).status]).toEqual([path, 404])
  expect((await page(`/collected/${unpaid.secret}`)).text).toContain('<h2>Not paid yet</h2>')
  // Guests keep their tracks when the casset is hidden.
  svc.ctx.db.update(cassets).set({ published: false }).where(eq(cassets.id, nova.cassetId)).run()
  expect((await page(`/collected/${secret}`)).text).toContain('<h2 data-first tabindex="-1">It’s yours!</h2>')
  expect((await page('/checkout/nova')).status).toBe(404)

  expect((await page(`/claim/${claim}`)).text).toContain(`/login?next=${encodeURIComponent(`/claim/${claim}`)}`)
  const door = await page(`/signup?next=${encodeURIComponent(`/claim/${claim}`)}`)
  expect(door.text).toContain('>Add First Light to your library</h1>')
  expect((await page(`/claim/${claim}`, nova.cookie)).text).toContain('This is your own casset.')
  expect((await claimBy(svc, claim, ada)).status).toBe(200)
  expect((await page(`/claim/${claim}`, ada.cookie)).text).toContain('It is in your library')
  expect((await page(`/claim/${claim}`, nova.cookie)).text).toContain(
    'This was put into the library of another account.',
  )
  expect((await page(`/collected/${secret}`)).text).toContain('<h2>It is in a library now</h2>')
  expect((await page(`/collected/${secret}/receipt`)).status).toBe(404)

  // Nothing that is logged has a secret, not even of a write that another site sends.
  const foreign = { origin: 'https://evil.example', ...html }
  expect((await svc.call('POST', `/collected/${secret}`, { headers: foreign, body: {} })).status).toBe(403)
  for (const each of [secret, claim]) expect(svc.logged.join('\n')).not.toContain(each)
  expect(svc.logged.join('\n')).toContain('/collected/…')
})
