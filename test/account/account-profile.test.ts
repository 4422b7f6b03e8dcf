import { describe, expect, test } from 'bun:test'
import { assets } from '../../db/schema/platform/asset.ts'
import { isHandle, isHandleFree } from '../../src/account/handle/handle.ts'
import { createApp } from '../../src/app.ts'
import type { Ctx } from '../../src/context.ts'
import { rowsOf } from '../support/account/account.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { shareNames, shareServer } from '../support/shared.ts'
import { cast } from '../support/world.ts'

const sharedServer = shareNames()

const shared = shareServer(({ ctx }) => ({ nova: cast(ctx, 'nova') }))

function addAsset(ctx: Ctx, userId: string, kind: 'image' | 'stems'): string {
  const id = ctx.uuid()
  const file = { name: 'me.png', contentType: 'image/png', sha256: 'a'.repeat(64), bytes: 1 }
  ctx.db
    .insert(assets)
    .values({ id, userId, kind, ...file, createdAt: ctx.now() })
    .run()
  return id
}

const update = async (svc: TestServer, cookie: string | undefined, body: unknown) => {
  const answer = await svc.call('POST', '/api/auth/update-profile', { cookie, body })
  return [answer.status, answer.json]
}

const refused = (field: string) => [400, expect.objectContaining({ code: 'VALIDATION', field })]

describe('A profile', () => {
  test('answers everything that is said of an artist, and nothing else', async () => {
    const svc = await sharedServer()
    const nova = cast(svc.ctx, 'nova')
    const picture = addAsset(svc.ctx, nova.userId, 'image')
    const socials = [
      { kind: 'site', url: 'https://nova.example/' },
      { kind: 'video', url: 'https://tube.example/@nova?list=1#top' },
    ]
    const said = {
      displayName: 'Nova Dawn',
      bio: 'First line.\n\nSecond line.',
      socials,
      location: 'Lisboa',
      pronouns: 'she/they',
      writesIn: 'zh-Hant',
      profileFlag: 'no-ai',
      tellsPurchases: true,
      takesAnswers: true,
    }
    const whole = {
      id: nova.artistId,
      handle: 'nova',
      verified: false,
      pfp: `/api/assets/${picture}/128.webp`,
      ...said,
    }
    expect(await update(svc, nova.cookie, { ...said, pfpAssetId: picture })).toEqual([200, { artist: whole }])
    expect(await update(svc, nova.cookie, { location: null })).toEqual([200, { artist: { ...whole, location: null } }])
    expect(await update(svc, nova.cookie, {})).toEqual([200, { artist: { ...whole, location: null } }])
    const cleared = { bio: null, socials: [], pronouns: null, writesIn: null, profileFlag: null }
    const plain = { ...whole, ...cleared, location: null, pfp: '/pfp/nova.svg' }
    expect(await update(svc, nova.cookie, { ...cleared, pfpAssetId: null })).toEqual([200, { artist: plain }])
  })

  test('is either AI or no AI, never both', async () => {
    await using svc = await startServer()
    const nova = cast(svc.ctx, 'nova')
    for (const profileFlag of ['ai', 'no-ai', 'ai']) {
      expect(await update(svc, nova.cookie, { profileFlag })).toEqual([
        200,
        { artist: expect.objectContaining({ profileFlag }) },
      ])
    }
    for (const profileFlag of ['both', ['ai', 'no-ai'], true, '']) {
      expect(await update(svc, nova.cookie, { profileFlag })).toEqual(refused('profileFlag'))
    }
    expect(rowsOf(svc, 'artists')).toMatchObject([{ profile_flag: 'ai' }])
  })

  test.each([
    ['displayName', { displayName: '' }],
    ['displayName', { displayName: '\u200b \u202e' }],
    ['displayName', { displayName: 'n'.repeat(161) }],
    ['displayName', { displayName: null }],
    ['bio', { bio: 'b'.repeat(2001) }],
    ['socials', { socials: Array(21).fill({ kind: 'site', url: 'https://nova.example/' }) }],
    ['socials.0.url', { socials: [{ kind: 'site', url: 'http://nova.example/' }] }],
    [
      'socials.1.url',
      {
        socials: [
          { kind: 'a', url: 'https://a.example' },
          { kind: 'b', url: 'javascript:alert(1)' },
        ],
      },
    ],
    ['socials.0.url', { socials: [{ kind: 'site', url: 'https://user:pass@nova.example/' }] }],
    ['socials.0.url', { socials: [{ kind: 'site', url: `https://nova.example/${'x'.repeat(2030)}` }] }],
    ['socials.0.url', { socials: [{ kind: 'site', url: 'nova.example' }] }],
    ['socials.0.kind', { socials: [{ kind: ' ', url: 'https://nova.example' }] }],
    ['socials.0.extra', { socials: [{ kind: 'site', url: 'https://nova.example', extra: 1 }] }],
    ['handle', { handle: 'supernova' }],
    ['verified', { verified: true }],
    ['pfpAssetId', { pfpAssetId: 'not-an-id' }],
  ])('refuses %s in %j and changes nothing', async (field, body) => {
    const { svc, nova } = await shared()
    const before = rowsOf(svc, 'artists')
    expect(await update(svc, nova.cookie, { location: 'Lisboa', ...body })).toEqual(refused(field))
    expect(rowsOf(svc, 'artists')).toEqual(before)
  })

  test('takes pictures that are the caller’s own alone', async () => {
    const svc = await sharedServer()
    const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
    const foreign = await update(svc, nova.cookie, { pfpAssetId: addAsset(svc.ctx, ada.userId, 'image') })
    expect(foreign).toEqual(refused('pfpAssetId'))
    expect(await update(svc, nova.cookie, { pfpAssetId: addAsset(svc.ctx, nova.userId, 'stems') })).toEqual(foreign)
    expect(await update(svc, nova.cookie, { pfpAssetId: svc.ctx.uuid() })).toEqual(foreign)
  })

  test('changes its own artist alone, and v1 tells of it at once', async () => {
    await using svc = await startServer()
    const [nova, ada] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'ada')]
    const v1 = async () => (await svc.call('GET', '/api/v1/artists/nova')).json
    expect(await v1()).toMatchObject({ artist: { displayName: 'Nova', bio: null } })
    await update(svc, nova.cookie, { displayName: 'Nova\r\nDawn', bio: 'a\r\nb\u0000\u202e' })
    expect(await v1()).toMatchObject({ artist: { displayName: 'Nova Dawn', bio: 'a\nb' } })
    expect(rowsOf(svc, 'artists')).toMatchObject([
      { display_name: 'Nova Dawn' },
      { id: ada.artistId, display_name: 'Ada' },
    ])
    expect(await update(svc, undefined, { displayName: 'x' })).toEqual([
      401,
      { error: 'You are not signed in. Sign in, then try again.', code: 'UNAUTHENTICATED' },
    ])
  })

  test('has links to itself that are whole on https', async () => {
    await using svc = await startServer({ env: { BASE_URL: 'https://music.example' } })
    const nova = cast(svc.ctx, 'nova')
    const [, json] = await update(svc, nova.cookie, {})
    expect(json).toMatchObject({ artist: { pfp: 'https://music.example/pfp/nova.svg' } })
  })
})

describe('A handle', () => {
  const available = async (svc: TestServer, handle: string) => {
    const answer = await svc.call('GET', `/api/handles/${handle}/available`)
    return [answer.status, answer.json]
  }

  test('is available unless somebody has it or the site needs it', async () => {
    const svc = await sharedServer()
    cast(svc.ctx, 'nova')
    for (const handle of ['ada', 'a-_', '---', '0123456789', 'n'.repeat(30)]) {
      expect([handle, ...(await available(svc, handle))]).toEqual([handle, 200, { available: true }])
    }
    const words =
      'nova api login studio admin signup logout account library drops checkout assets static theme log mcp healthz'
    for (const handle of [
      ...words.split(' '),
      'openapi',
      'about',
      'terms',
      'privacy',
      'help',
      'support',
      'root',
      'www',
      'mail',
      'pfp',
      'setup',
      'reset',
    ]) {
      expect([handle, ...(await available(svc, handle))]).toEqual([handle, 200, { available: false }])
    }
  })

  test('is never a first word of a route of ours', async () => {
    const svc = await sharedServer()
    const firstWords = (await createApp(svc.ctx)).routes.map(({ path }) => path.split('/')[1] ?? '')
    expect(firstWords.filter((word) => isHandle(word) && isHandleFree(svc.ctx, word))).toEqual([])
  })

  test('that is none is a VALIDATION of the field', async () => {
    const svc = await sharedServer()
    for (const handle of ['no', 'n'.repeat(31), 'Nova', 'n%C3%B6va', 'no.va', 'no%20va', 'nova%0a', '%00%00%00']) {
      expect([handle, ...(await available(svc, handle))]).toEqual([
        handle,
        400,
        { error: 'A handle has 3 to 30 lowercase letters, digits, _ or -.', code: 'VALIDATION', field: 'handle' },
      ])
    }
  })
})

describe('The drawn picture', () => {
  test('is an inert SVG of its own for each handle, the same each time', async () => {
    const svc = await sharedServer()
    const draw = async (path: string) => await svc.call('GET', `/pfp/${path}`)
    const [nova, again, ada] = [await draw('nova.svg'), await draw('nova.svg'), await draw('ada.svg')]
    expect(nova.status).toBe(200)
    expect(nova.text).toStartWith('<svg xmlns="http://www.w3.org/2000/svg"')
    expect(nova.text).not.toMatch(/script|style=|href|url\(|NaN|undefined/)
    expect(again.text).toBe(nova.text)
    expect(ada.text).not.toBe(nova.text)
    expect(Object.fromEntries(nova.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is not found for what is no handle', async () => {
    const svc = await sharedServer()
    for (const path of ['No.svg', 'nova', 'nova.png', 'nova.svg.svg', '%3Cscript%3E.svg', '.svg']) {
      const answer = await svc.call('GET', `/pfp/${path}`)
      expect([path, answer.status, answer.json]).toEqual([path, 404, expect.objectContaining({ code: 'NOT_FOUND' })])
    }
  })
})
