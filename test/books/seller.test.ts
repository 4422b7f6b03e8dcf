import { describe, expect, test } from 'bun:test'
import { makeOwner } from '../../src/account/owner/make-owner.ts'
import { rowsOf } from '../support/account/account.ts'
import type { TestServer } from '../support/server.ts'
import { accessOf, ask, begin, collect, openShop } from '../support/shop/checkout.ts'
import { addEmoji } from '../support/shop/emoji.ts'
import { cast, type Person } from '../support/world.ts'

/** The world where the owner decides who sells: ruth owns the instance, nova wants to sell. */
async function openLabel(env: Record<string, string> = {}) {
  const opened = await openShop({ env: { SELLERS: 'approved', ...env }, clock: 'stands' })
  const ruth = cast(opened.svc.ctx, 'ruth', { published: false })
  makeOwner(opened.svc.ctx, 'ruth@example.com')
  return { ...opened, ruth }
}

const mailsOf = ({ ctx }: TestServer) =>
  ctx.db.$client
    .query<{ kind: string; recipient: string; subject: string }, []>(
      "SELECT kind, recipient, subject FROM mails WHERE kind LIKE 'seller-%' ORDER BY id",
    )
    .all()

const askToSell = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/studio/payouts/permission', { cookie })

const decide = (svc: TestServer, owner: Person, { artistId }: Person, allowed: boolean) =>
  svc.call('PATCH', `/api/admin/sellers/${artistId}`, { cookie: owner.cookie, body: { allowed } })

const listed = async (svc: TestServer, { cookie }: Person, query = '') =>
  (await svc.call('GET', `/api/admin/sellers${query}`, { cookie })).json

const tip = (svc: TestServer, { cookie }: Person, amount = 500) =>
  svc.call('POST', '/api/casset/nova/tip', { cookie, body: { amount } })

const page = async (svc: TestServer, path: string, { cookie }: Person) =>
  (await svc.call('GET', path, { cookie, headers: { accept: 'text/html' } })).text

const refused = {
  error: 'This artist cannot be paid right now.',
  code: 'BAD_STATE',
  hint: 'The owner of this site has to let the artist sell first.',
}

describe('An artist whom the owner has not allowed to sell', () => {
  test('is paid for nothing: no casset, no tip, no emoji, and nothing is written', async () => {
    const { svc, nova, ada } = await openLabel()
    await using _ = svc
    const wave = await addEmoji(svc, nova)
    const emoji = await svc.call('POST', '/api/casset/nova/emoji/purchase', {
      cookie: ada.cookie,
      body: { emojiId: wave.id },
    })
    for (const { status, json } of [await ask(svc, ada), await tip(svc, ada), emoji]) {
      expect([status, json]).toEqual([409, refused])
    }
    expect([rowsOf(svc, 'orders'), rowsOf(svc, 'seller_accounts')]).toEqual([[], []])
  })

  test('asks once, is allowed, sells, and is told each time; so is the owner', async () => {
    const { svc, nova, ada, ruth } = await openLabel()
    await using _ = svc
    const first = await askToSell(svc, nova)
    expect([first.status, first.json]).toEqual([
      200,
      {
        selling: {
          allowed: false,
          askedAt: new Date(svc.ctx.now()).toISOString(),
          allowedAt: null,
          endedAt: null,
          limits: null,
        },
      },
    ])
    svc.tick(1_000)
    expect((await askToSell(svc, nova)).json).toEqual(first.json)
    expect(await listed(svc, ruth, '?asking=yes')).toMatchObject({
      sellers: [{ id: nova.artistId, handle: 'nova', allowed: false, account: 'NONE', sold: [], owed: [] }],
    })
    const { status, json } = await decide(svc, ruth, nova, true)
    expect([status, json]).toMatchObject([200, { seller: { id: nova.artistId, allowed: true, askedAt: null } }])
    expect(await listed(svc, ruth, '?asking=yes')).toEqual({ sellers: [], nextCursor: null })
    await collect(svc, ada)
    expect(await listed(svc, ruth, '?asking=no')).toMatchObject({
      sellers: [
        { handle: 'nova', allowed: true, account: 'READY', sold: [{ amount: 700, currency: 'usd' }], owed: [] },
      ],
    })
    expect((await askToSell(svc, nova)).json).toMatchObject({ code: 'BAD_STATE' })
    expect(mailsOf(svc)).toEqual([
      { kind: 'seller-asked', recipient: 'ruth@example.com', subject: 'Nova asks to sell' },
      { kind: 'seller-allowed', recipient: 'nova@example.com', subject: 'You can sell now' },
    ])
    expect(rowsOf(svc, 'activities')).toMatchObject([
      { user_id: nova.userId, what: 'seller_asked' },
      { user_id: nova.userId, what: 'seller_allowed' },
    ])
  })

  test('keeps what was sold with its buyers when it is taken back, and what was begun may be paid', async () => {
    const { svc, nova, ada, hidden, dawn, ruth } = await openLabel()
    await using _ = svc
    await decide(svc, ruth, nova, true)
    await collect(svc, ada)
    await decide(svc, ruth, nova, false)
    expect((await ask(svc, hidden)).json).toEqual(refused)
    expect(await accessOf(svc, dawn.id, ada)).toBe('full')
    expect(mailsOf(svc).at(-1)).toEqual({
      kind: 'seller-refused',
      recipient: 'nova@example.com',
      subject: 'You cannot sell here at the moment',
    })
    await decide(svc, ruth, nova, false)
    expect(mailsOf(svc)).toHaveLength(2)
    expect((await askToSell(svc, nova)).json).toMatchObject({
      selling: { allowed: false, endedAt: expect.any(String) },
    })
  })

  test('opens no account at the processor before, and reads in the studio how to ask', async () => {
    const { svc, nova, ruth } = await openLabel()
    await using _ = svc
    const onboard = () =>
      svc.call('POST', '/api/studio/payouts/onboarding', { cookie: nova.cookie, body: { country: 'at' } })
    expect((await onboard()).json).toMatchObject({ code: 'BAD_STATE', hint: 'Ask to sell on the payouts page first.' })
    expect(rowsOf(svc, 'seller_accounts')).toEqual([])
    expect(await page(svc, '/studio/payouts', nova)).toContain('Ask to sell')
    expect(await page(svc, '/studio', nova)).toContain('>ask to sell</a>')
    await askToSell(svc, nova)
    expect(await page(svc, '/studio/payouts', nova)).toContain('You have asked to sell')
    await decide(svc, ruth, nova, true)
    expect((await onboard()).status).toBe(200)
    expect(await page(svc, '/studio', nova)).not.toContain('>ask to sell</a>')
  })
})

describe('The owner of the instance', () => {
  test('sells without asking, and cannot be forbidden to', async () => {
    const { svc, nova, ada, ruth } = await openLabel()
    await using _ = svc
    makeOwner(svc.ctx, 'nova@example.com')
    await collect(svc, ada)
    expect((await decide(svc, nova, nova, false)).json).toMatchObject({ code: 'BAD_STATE' })
    expect((await decide(svc, ruth, nova, true)).status).toBe(403)
    expect((await svc.call('GET', '/studio/sellers', { cookie: ruth.cookie })).status).toBe(403)
    expect((await decide(svc, nova, { ...nova, artistId: svc.ctx.uuid() }, true)).status).toBe(404)
  })

  test('takes it back from one artist where everybody may sell', async () => {
    const { svc, nova, ada, ruth } = await openLabel({ SELLERS: 'open' })
    await using _ = svc
    await begin(svc, ada)
    await decide(svc, ruth, nova, false)
    expect((await ask(svc, ada)).json).toEqual(refused)
    await decide(svc, ruth, nova, true)
    expect((await ask(svc, ada)).status).toBe(200)
  })

  test('reads who asks and who sells on a page of their own', async () => {
    const { svc, nova, hidden, ruth } = await openLabel()
    await using _ = svc
    expect(await page(svc, '/studio/sellers', ruth)).toContain('No requests.')
    await askToSell(svc, nova)
    await decide(svc, ruth, hidden, true)
    const html = await page(svc, '/studio/sellers', ruth)
    expect(html).toContain('@nova')
    expect(html).toContain('@hidden')
    expect(await page(svc, '/desk/people', ruth)).toContain('href="/studio/sellers"')
    expect(await page(svc, '/studio/payouts', nova)).not.toContain('href="/studio/sellers"')
  })
})
