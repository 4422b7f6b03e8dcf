import { expect, test } from 'bun:test'
import { addPicture, patchCasset } from '../support/casset/casset.ts'
import { startServer } from '../support/server.ts'
import { shareServer } from '../support/shared.ts'
import { addReadyTrack, cast, world } from '../support/world.ts'

const shared = shareServer(world)
const html = { accept: 'text/html' }

/** The text of the first match of `pattern`'s group. */
const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1]

test('a public page says what it is to browsers, search engines and those it is shared with', async () => {
  await using svc = await startServer({ env: { BASE_URL: 'https://deck.example' } })
  await world(svc)
  const { status, headers, text } = await svc.call('GET', '/@nova', { headers: html })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(found(text, /<title>(.*?)<\/title>/)).toBe('First Light by Nova · Tapedeck')
  expect(found(text, /name="description" content="(.*?)"/)).toBe('Songs recorded before breakfast.')
  expect(found(text, /rel="canonical" href="(.*?)"/)).toBe('https://deck.example/@nova')
  expect(found(text, /property="og:type" content="(.*?)"/)).toBe('music.album')
  expect(found(text, /property="og:url" content="(.*?)"/)).toBe('https://deck.example/@nova')
  expect(JSON.parse(found(text, /ld\+json">(.*?)<\/script>/) ?? '')).toMatchObject({
    '@type': 'MusicAlbum',
    name: 'First Light',
    url: 'https://deck.example/@nova',
    byArtist: { '@type': 'MusicGroup', name: 'Nova' },
    numTracks: 2,
    track: [
      { '@type': 'MusicRecording', name: 'Dawn', duration: 'PT181S' },
      { '@type': 'MusicRecording', name: 'Kettle', duration: 'PT61S' },
    ],
  })
  expect(text).not.toContain('noindex')
})

test('no page allows an inline script, or a style that it does not know, and none carries one', async () => {
  const { svc } = await shared()
  for (const path of ['/', '/@nova', '/@nobody']) {
    const { headers, text } = await svc.call('GET', path, { headers: html })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toStartWith("default-src 'none'; script-src 'self'; style-src 'self'; ")
    expect(policy).not.toMatch(/unsafe|\*/)
    expect(text).not.toMatch(/\sstyle=|<style|\son[a-z]+=/)
    expect(text.match(/<script[^>]*>/g)?.filter((tag) => !/ src=|ld\+json/.test(tag))).toEqual([])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
})

test('a stranger’s visit has the style sheet inside and scripts that wait for the sleeve, allowed by their hashes', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const visit = { ...html, 'sec-fetch-dest': 'document' }
  for (const path of ['/', '/@nova', '/@nobody']) {
    const linked = await svc.call('GET', path, { headers: { ...html, 'sec-fetch-dest': 'empty' } })
    const [link = '', address = ''] = /<link rel="stylesheet" href="(\/a\/app-.*?)"\/>/.exec(linked.text) ?? []
    const sheet = await (await svc.fetch(address)).text()
    const whole = await svc.call('GET', path, { headers: visit })
    const [, start = ''] = /<script>(.*?)<\/script>/s.exec(whole.text) ?? []
    const scripts = linked.text
      .replaceAll('rel="modulepreload"', 'rel="later"')
      .replace('type="module"', 'type="later"')
    expect(whole.text.replace(`<script>${start}</script>`, '')).toBe(
      scripts.replace(link, () => `<style>${sheet}</style>`),
    )
    const allowed = (text: string) => `'self' 'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
    expect(whole.headers.get('content-security-policy')).toEndWith(
      `; script-src ${allowed(start)}; style-src ${allowed(sheet)}`,
    )
    expect(linked.headers.get('content-security-policy')).not.toContain('sha256')
    const own = await svc.call('GET', path, { headers: visit, cookie: nova.cookie })
    expect(own.text).not.toContain('<style')
    const etag = whole.headers.get('etag')
    if (whole.status !== 200 || etag === null) continue
    expect(etag).not.toBe(linked.headers.get('etag'))
    expect((await svc.call('GET', path, { headers: { ...visit, 'if-none-match': etag } })).status).toBe(304)
  }
})

test('strangers may keep a page and ask whether it changed; a signed-in visitor’s is kept nowhere', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  for (const path of ['/', '/@nova']) {
    const first = await svc.call('GET', path, { headers: html })
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    expect(first.headers.get('vary')).toBe('Cookie, Accept-Encoding, Sec-Fetch-Dest, Accept-Language')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toStartWith('W/"')
    const again = await svc.call('GET', path, { headers: { ...html, 'if-none-match': etag } })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
    const own = await svc.call('GET', path, { headers: { ...html, 'if-none-match': etag }, cookie: nova.cookie })
    expect(own.status).toBe(200)
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.get('etag')).toBeNull()
  }
  await addReadyTrack(svc.ctx, nova.cassetId, 'Third', { position: 3 })
  const before = await svc.call('GET', '/@nova', { headers: html })
  expect(before.text).toContain('Third')
})

test('pages come compressed as the client likes it, and HEAD tells of the same answer', async () => {
  const { svc } = await shared()
  const plain = await (await svc.fetch('/@nova', { headers: { 'accept-encoding': 'identity' } })).text()
  for (const encoding of ['zstd', 'br', 'gzip']) {
    const response = await svc.fetch('/@nova', { headers: { 'accept-encoding': `${encoding}, *;q=0` } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(await response.text()).toBe(plain)
  }
  const refused = await svc.fetch('/@nova', { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.0, zstd;q=0' } })
  expect(refused.headers.get('content-encoding')).toBeNull()
  const head = await svc.fetch('/@nova', { method: 'HEAD', headers: { 'accept-encoding': 'identity' } })
  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(plain)))
  expect(await head.text()).toBe('')
})

test('a draft and a private casset are for their owner alone; to others they are any unknown page', async () => {
  const { svc, draft, hidden, nova } = await shared()
  const unknown = await svc.call('GET', '/@nobody', { headers: html })
  expect(unknown.status).toBe(404)
  expect(unknown.headers.get('cache-control')).toBe('no-store')
  expect(unknown.text).toContain('Page not found')
  for (const { handle, cookie } of [draft, hidden]) {
    for (const stranger of [undefined, nova.cookie]) {
      const seen = await svc.call('GET', `/@${handle}`, { headers: html, cookie: stranger })
      const nothing = await svc.call('GET', '/@nobody', { headers: html, cookie: stranger })
      expect(seen.status).toBe(404)
      expect(seen.text.replaceAll(`/@${handle}"`, '/@nobody"')).toBe(nothing.text)
    }
    const own = await svc.call('GET', `/@${handle}`, { headers: html, cookie })
    expect(own.status).toBe(200)
    expect(own.text).toContain('Only you')
    expect(own.text).toContain('<meta name="robots" content="noindex"/>')
  }
})

test('a page of a casset has one address, to which every other spelling leads', async () => {
  await using svc = await startServer()
  cast(svc.ctx, 'nova')
  for (const path of ['/@NOVA', '/@Nova', '/@nova/', '/@%6eova']) {
    const { status, headers } = await svc.call('GET', `${path}?ref=abc`, { headers: html })
    expect([path, status, headers.get('location')]).toEqual([path, 308, '/@nova?ref=abc'])
  }
  expect((await svc.call('GET', '/@nova?ref=abc', { headers: html })).status).toBe(200)
  expect((await svc.call('GET', '/@NOBODY', { headers: html })).headers.get('location')).toBe('/@nobody')
})

test('an unlisted casset is shown to whoever has its link, and to no search engine', async () => {
  await using svc = await startServer()
  const quiet = cast(svc.ctx, 'quiet', { privacy: 'unlisted' })
  await addReadyTrack(svc.ctx, quiet.cassetId, 'Hush')
  const { status, text } = await svc.call('GET', '/@quiet', { headers: html })
  expect(status).toBe(200)
  expect(text).toContain('<meta name="robots" content="noindex"/>')
  expect(text).not.toContain('rel="canonical"')
  expect(text).not.toContain('Unlisted.')
  expect((await svc.call('GET', '/', { headers: html })).text).not.toContain('quiet')
})

test('texts of artists are text everywhere, whatever they look like', async () => {
  await using svc = await startServer()
  const evil = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'"&`
  const mallory = cast(svc.ctx, 'mallory', { displayName: evil, name: evil, bio: evil })
  await addReadyTrack(svc.ctx, mallory.cassetId, evil, { lyrics: evil })
  for (const path of ['/', '/@mallory']) {
    const { text } = await svc.call('GET', path, { headers: html })
    expect(text).toContain('&lt;script>alert(1)')
    expect(text).not.toMatch(/<script>|<img src=x/)
  }
  const { text } = await svc.call('GET', '/@mallory', { headers: html })
  expect(JSON.parse(found(text, /ld\+json">(.*?)<\/script>/) ?? '')).toMatchObject({ name: evil })
})

test('a list of five hundred tracks carries twelve waveforms and stays light', async () => {
  await using svc = await startServer()
  const many = cast(svc.ctx, 'many')
  const first = await addReadyTrack(svc.ctx, many.cassetId, 'Take 1')
  const { id: _, hookId: __, ...row } = first
  for (let take = 2; take <= 500; take += 1) {
    await addReadyTrack(svc.ctx, many.cassetId, `Take ${take}`, { ...row, title: `Take ${take}`, position: take })
  }
  const { text } = await svc.call('GET', '/@many', { headers: html })
  expect(text.match(/ class="track"/g)?.length).toBe(500)
  expect(text.match(/class="played"/g)?.length).toBe(12)
  expect(text.match(/<noscript>/g)?.length).toBe(500)
  const packed = await fetch(`${svc.url}/@many`, { headers: { ...html, 'accept-encoding': 'br' }, decompress: false })
  expect((await packed.arrayBuffer()).byteLength).toBeLessThan(40_000)
})

test('an empty rack and an empty casset say what to do', async () => {
  await using svc = await startServer()
  const empty = await svc.call('GET', '/', { headers: html })
  expect(empty.text).toContain('No music yet. <a href="/signup?as=artist">Publish the first album</a>')
  const blank = cast(svc.ctx, 'blank')
  expect((await svc.call('GET', '/@blank', { headers: html })).text).toContain('No tracks yet. Come back soon.')
  const own = await svc.call('GET', '/@blank', { headers: html, cookie: blank.cookie })
  expect(own.text).toContain('No tracks yet. <a href="/studio">Add the first track</a>')
})

test('the owner sees what is not on the tape yet, and nobody else does', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const unready = { hookStartSec: null, hookDurationSec: null, durationSec: null, waveform: null }
  await addReadyTrack(svc.ctx, nova.cassetId, 'Winding', { position: 3, status: 'PROCESSING', ...unready })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Torn', { position: 4, status: 'FAILED', ...unready })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Aside', { position: 5, active: false })
  const own = await svc.call('GET', '/@nova', { headers: html, cookie: nova.cookie })
  for (const words of ['Processing…', 'Processing failed', 'only you can see it']) {
    expect(own.text).toContain(words)
  }
  const { text } = await svc.call('GET', '/@nova', { headers: html })
  expect(text).not.toMatch(/Winding|Torn|Aside/)
})

test('a browser that asks too often is shown when to come again, and no insides', async () => {
  await using svc = await startServer({ clock: 'stands' })
  let last = await svc.call('GET', '/@nobody', { headers: html })
  for (let asked = 0; asked < 400 && last.status === 404; asked += 1) {
    last = await svc.call('GET', '/@nobody', { headers: html })
  }
  expect(last.status).toBe(429)
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(last.headers.get('cache-control')).toBe('no-store')
  expect(last.text).toContain('<h1>Something went wrong</h1>')
  expect(last.text).toContain('href="/@nobody">Try again</a>')
})

test('a page preloads the code of the islands on it that load at once, and of no other', async () => {
  const { svc, nova } = await shared()
  const { preload } = svc.ctx.assets.scripts('en')
  const studio = ['', '/tapes/nova', '/emoji', '/share', '/room', '/letters', '/files', '/clips', '/drops', '/codes']
  for (const path of ['/', '/@nova', '/login', '/account', ...studio.map((room) => `/studio${room}`)]) {
    const { text } = await svc.call('GET', path, { headers: html, cookie: path === '/login' ? undefined : nova.cookie })
    const names = [...text.matchAll(/data-name="([^"]*)" data-on="load"/g)].map(([, name = '']) => name)
    expect(names).toContain('player/deck')
    const chunks = [...text.matchAll(/rel="modulepreload" href="(.*?)"/g)].map(([, href = '']) => href)
    // After what is seen first: fonts and sleeve.
    expect([...text.matchAll(/<(?:script type="module"|link rel="modulepreload") [^>]*>/g)].join()).toMatch(
      /^(?:<[^>]* fetchpriority="low"[^>]*>,?)+$/,
    )
    expect(chunks.toSorted()).toEqual([...new Set(names.flatMap((name) => preload[name] ?? []))].toSorted())
    expect([path, chunks.length <= (path.startsWith('/studio') ? 7 : 8)]).toEqual([path, true])
  }
})

test('a page with a cover asks for it before anything else, in the widths of the picture itself', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const { text: bare } = await svc.call('GET', '/@nova', { headers: html })
  expect(bare).not.toContain('as="image"')
  await patchCasset(svc, nova, { coverAssetId: addPicture(svc, nova).id })
  const { text } = await svc.call('GET', '/@nova', { headers: html })
  const [, head, set, sizes] =
    /<link rel="preload" as="image" href="(.*?)" imagesrcset="(.*?)" imagesizes="(.*?)"/.exec(text) ?? []
  expect(text).toContain(`<img class="sleeve" src="${head}" srcset="${set}" sizes="${sizes}"`)
  expect(text.indexOf('as="image"')).toBeLessThan(text.indexOf('as="font"'))
})
