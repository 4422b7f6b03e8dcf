import { expect, test } from 'bun:test'
import { patchCasset } from '../support/casset/casset.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { makeCoCasset, postTogether } from '../support/room/co-casset.ts'
import { agentSecret, type TestServer } from '../support/server.ts'
import { shareNames } from '../support/shared.ts'
import { readRsl, readXml } from '../support/web/rendered.ts'
import { addReadyTrack, cast, hookBytes, world } from '../support/world.ts'

const sharedServer = shareNames()

/** The JSON-LD of a page. */
async function structuredOf(svc: TestServer, path: string) {
  const { text } = await svc.call('GET', path)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
  return { text, data: Object(JSON.parse(json)) }
}

test('the catalog names every interface with its description, and all that it and llms.txt name is there', async () => {
  const svc = await sharedServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  expect((await svc.fetch('/')).headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"')
  const catalog = await svc.fetch('/.well-known/api-catalog')
  expect(catalog.headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  const head = await svc.fetch('/.well-known/api-catalog', { method: 'HEAD' })
  const { origin } = svc.ctx.site
  expect([head.status, head.headers.get('link')]).toEqual([
    200,
    `<${origin}/.well-known/api-catalog>; rel="api-catalog"`,
  ])
  const { linkset } = Object(await catalog.json())
  const [first, ...others] = linkset
  expect(first.anchor).toBe(`${origin}/.well-known/api-catalog`)
  expect(others.map((each: { anchor: string }) => each.anchor)).toEqual(
    ['/api/agents/releases', '/api/v1', '/mcp'].map((path) => origin + path),
  )
  expect(first.item).toHaveLength(others.length)
  for (const each of others) expect(Object.keys(each)).toContain('service-desc')
  const hrefs = [...JSON.stringify(linkset).matchAll(/"href":"([^"]+)"/g)].map(([, href = '']) => href)
  const guide = await (await svc.fetch('/llms.txt')).text()
  expect(guide).toStartWith('# Tapedeck\n\n> ')
  // By llmstxt.org a section has links alone.
  const sections = guide.slice(guide.indexOf('\n## ')).split('\n')
  expect(sections.filter((line) => line !== '' && !/^## |^- \[[^\]]+\]\([^)]+\): /.test(line))).toEqual([])
  const named = [...guide.matchAll(/\]\(([^)]+)\)/g)].map(([, href = '']) => href)
  expect(named.length).toBeGreaterThan(8)
  for (const href of new Set([...hrefs, ...named])) {
    const { status } = await svc.fetch(href.replace(origin, ''))
    expect([href, status]).toEqual([href, 200])
  }
  for (const what of ['manifest', 'dna', 'provenance', 'lineage']) {
    expect(guide).toContain(`/${what}`)
    expect((await svc.fetch(`/api/agents/releases/${id}/${what}`)).status).toBe(200)
  }
})

test('feeds hold the releases with their licenses and the hooks, which play from another site', async () => {
  const svc = await sharedServer()
  const hostile = 'Nova & <the "Stars"> ]]>'
  const artist = cast(svc.ctx, 'astra', {
    displayName: hostile,
    bio: 'Line <b>one</b>\nand two',
    name: '<Dusk> & Dawn',
  })
  const track = await addReadyTrack(svc.ctx, artist.cassetId, 'One & <Two>')
  const id = await publishedRelease(svc, artist, [track.id], { title: 'First <Light>' })
  const { origin } = svc.ctx.site
  const page = await structuredOf(svc, '/@astra')
  const { headers, text } = await svc.call('GET', '/@astra/feed.xml')
  expect(page.text).toContain('<link rel="alternate" type="application/rss+xml" title="RSS" href="/@astra/feed.xml"')
  expect([headers.get('content-type'), headers.get('access-control-allow-origin')]).toEqual([
    'application/rss+xml',
    '*',
  ])
  const { channel } = Object(readXml(text).rss)
  expect([channel.title, channel.link]).toEqual([`<Dusk> & Dawn by ${hostile}`, `${origin}/@astra`])
  // A catalog of podcasts asks for these.
  expect(channel).toMatchObject({
    language: 'en',
    'itunes:author': hostile,
    'itunes:category': { '@text': 'Music' },
    'itunes:explicit': 'false',
    'itunes:image': { '@href': `${origin}/share/square/astra.jpg` },
    'itunes:type': 'serial',
  })
  const { status } = await patchCasset(svc, artist, { explicit: true })
  const again = Object(readXml((await svc.call('GET', '/@astra/feed.xml')).text).rss).channel
  expect([status, again['itunes:explicit']]).toEqual([200, 'true'])
  const items: Record<string, unknown>[] = channel.item
  expect(items.map(({ title }) => title).toSorted()).toEqual(['First <Light>', 'One & <Two>'])
  const release = Object(items.find(({ title }) => title === 'First <Light>'))
  expect(release.link).toBe(`${origin}/@astra/releases/${id}`)
  // Programs and browsers without scripts find what they may hear on the page itself.
  const sounds = async (cookie?: string) => {
    const { text: html } = await svc.call('GET', '/@astra', cookie === undefined ? {} : { cookie })
    return [...html.matchAll(/<audio[^>]* src="([^"]+)"/g)].map(([, src]) => src)
  }
  expect(await sounds()).toEqual([`/api/audio/${track.id}/hook`])
  expect(await sounds(artist.cookie)).toEqual([`/api/audio/${track.id}`])
  // The license in the feed is the one of the release, word for word.
  const [content = ''] = /<rsl:content .*?<\/rsl:content>/s.exec(text) ?? []
  const own = await svc.call('GET', `/releases/${id}/license.xml`)
  const embedded = `<rsl xmlns="https://rslstandard.org/rsl">${content.replaceAll('rsl:', '')}</rsl>`
  expect(readRsl(embedded)).toEqual({ ...readRsl(own.text), paths: [`${origin}/@astra/releases/${id}`] })

  const item = Object(items.find(({ title }) => title === 'One & <Two>'))
  expect(item['itunes:episode']).toBe('1')
  const hook = item.enclosure
  expect(hook).toMatchObject({ '@type': 'audio/mpeg', '@url': `${origin}/api/audio/${track.id}/hook` })
  for (const cookie of [undefined, artist.cookie]) {
    const sound = await svc.fetch(`/api/audio/${track.id}/hook`, { headers: cookie ? { cookie } : {} })
    const bytes = Buffer.from(await sound.arrayBuffer())
    expect([bytes.equals(hookBytes('One & <Two>')), bytes.length]).toEqual([true, Number(hook['@length'])])
    expect(sound.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
  const canimus = await svc.fetch('/@astra/canimus.json')
  expect(canimus.headers.get('content-type')).toBe('application/canimus+json')
  const root = Object(await canimus.json())
  expect(root).toMatchObject({ type: 'root', protocol: 'Canimus', url: `${origin}/@astra` })
  const [{ children: albums, ...performer }] = root.children
  expect(performer).toMatchObject({ type: 'artist', name: hostile, summary: 'Line <b>one</b> and two' })
  expect(albums).toHaveLength(1)
  expect(albums[0]).toMatchObject({
    type: 'album',
    name: '<Dusk> & Dawn',
    children: [
      { type: 'track', name: 'One & <Two>', uid: track.id, media: [{ src: hook['@url'], type: 'audio/mpeg' }] },
    ],
  })
  expect(albums[0].links).toContainEqual(
    expect.objectContaining({ rel: 'license', href: `${origin}/@astra/license.xml` }),
  )
  // Artists who do not give streaming away do not have their sound in feeds.
  await decide(svc, artist, id, { scope: 'stream', decision: 'REQUIRE_LICENSE' })
  for (const path of ['/@astra/feed.xml', '/@astra/canimus.json']) {
    expect([path, /enclosure|"media"|\/hook/.exec((await svc.call('GET', path)).text)]).toEqual([path, null])
  }
})

test('feeds have the hook of a copy only where streaming is allowed where it comes from, too', async () => {
  const svc = await sharedServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  await makeCoCasset(svc, nova, 'duo', [ada])
  for (const { id } of [dawn, kettle]) await postTogether(svc, nova, '/duo/tracks', { trackId: id })
  svc.ctx.db.$client.run("UPDATE cassets SET published = 1 WHERE slug = 'duo'")
  const release = await publishedRelease(svc, nova, [dawn.id])
  const hooks = async () => {
    const { text } = await svc.call('GET', '/@duo/canimus.json')
    const [{ children }] = JSON.parse(text).children[0].children
    return children.map(({ media }: { media?: unknown[] }) => media?.length ?? 0)
  }
  expect(await hooks()).toEqual([1, 1, 1])
  await decide(svc, nova, release, { scope: 'stream', decision: 'DENY' })
  expect(await hooks()).toEqual([1, 0, 1])
  expect((await svc.call('GET', '/@duo/feed.xml')).text.match(/<enclosure /g)).toHaveLength(2)
})

test('a casset that is private, a draft, deleted or unknown has no feed and no hook, whoever asks', async () => {
  const svc = await sharedServer()
  const { nova, dawn, draft, hidden } = await world(svc)
  const found = async (path: string, cookie: string) => (await svc.call('GET', path, { cookie })).status
  for (const { handle, cookie } of [draft, hidden, { handle: 'nobody', cookie: nova.cookie }]) {
    for (const feed of ['feed.xml', 'canimus.json']) {
      expect([handle, feed, await found(`/@${handle}/${feed}`, cookie)]).toEqual([handle, feed, 404])
    }
  }
  expect((await structuredOf(svc, '/@nova')).text).toContain('/@nova/feed.xml')
  svc.ctx.db.$client.run('UPDATE tracks SET active = 0 WHERE id = ?', [dawn.id])
  expect(await found(`/api/audio/${dawn.id}/hook`, nova.cookie)).toBe(404)
  expect((await svc.call('GET', '/@nova/feed.xml')).text).not.toContain(dawn.id)
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
  expect(await found('/@nova/feed.xml', nova.cookie)).toBe(404)
})

test('the page has what a release discloses of its tracks as structured data, and nothing of other tracks', async () => {
  const svc = await sharedServer()
  const { nova } = await world(svc)
  const isrc = 'USRC17607839'
  const ai = { vocals: 'NONE', instrumentation: 'ASSISTED' } as const
  const named = await addReadyTrack(svc.ctx, nova.cassetId, 'Named', { isrc, aiDisclosure: ai, position: 7 })
  await addReadyTrack(svc.ctx, nova.cassetId, 'Unnamed', { isrc, aiDisclosure: ai, position: 8 })
  const trackOf = async (name: string) => {
    const { data } = await structuredOf(svc, '/@nova')
    return data.track.find((each: { name: string }) => each.name === name)
  }
  expect(await trackOf('Named')).toEqual({ '@type': 'MusicRecording', name: 'Named', duration: 'PT181S' })
  const id = await publishedRelease(svc, nova, [named.id])
  expect(await trackOf('Named')).toEqual({
    '@type': 'MusicRecording',
    name: 'Named',
    duration: 'PT181S',
    isrcCode: isrc,
    digitalSourceType: { '@id': 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia' },
    license: `${svc.ctx.site.origin}/tracks/${named.id}/license.xml`,
    usageInfo: `${svc.ctx.site.origin}/@nova/releases/${id}`,
  })
  expect(await trackOf('Unnamed')).toEqual({ '@type': 'MusicRecording', name: 'Unnamed', duration: 'PT181S' })
})

test("a release's page says in its headers and structured data what its own policy says, and what it comes from", async () => {
  const svc = await sharedServer()
  const { nova, dawn, kettle } = await world(svc)
  const source = await publishedRelease(svc, nova, [dawn.id], { title: 'Source' })
  const mbid = '0193b5a0-1111-4000-8000-000000000001'
  const contributors = [
    { name: 'Nova', role: 'performer', share: 10_000, handle: 'nova' },
    { name: 'Bea', role: 'producer', isni: '0000000121032683' },
  ]
  const more = {
    title: 'Made </script> of it',
    releaseDate: '2026-05-01',
    label: 'Lower Reservoir',
    mbid,
    contributors,
  }
  await svc.call('PATCH', `/api/studio/tracks/${kettle.id}`, {
    cookie: nova.cookie,
    body: { isrc: 'USRC17607839', iswc: 'T-034.524.680-1', mbid },
  })
  const id = await publishedRelease(svc, nova, [kettle.id], more)
  await decide(svc, nova, source, { scope: 'search-index', decision: 'DENY' })
  await decide(svc, nova, source, { scope: 'derivative-registration', decision: 'ALLOW' })
  const linked = await svc.call('POST', `/api/agents/releases/${source}/derivatives`, {
    headers: { authorization: `Bearer ${agentSecret}` },
    body: { relation: 'REMIX', derivative: { releaseId: id } },
  })
  expect(linked.status).toBe(201)
  // It was not published again, but the page says the present state of what it is made of.
  const { origin } = svc.ctx.site
  const usageOf = async (which: string) => (await svc.fetch(`/@nova/releases/${which}`)).headers.get('content-usage')
  expect([await usageOf(source), await usageOf(id)]).toEqual([
    'search=n, ai-use=n, train-ai=n',
    'search=y, ai-use=n, train-ai=n',
  ])
  const { text, data } = await structuredOf(svc, `/@nova/releases/${id}`)
  expect(text).toContain(`<link rel="license" type="application/rsl+xml" href="/releases/${id}/license.xml"/>`)
  const links = { license: `${origin}/releases/${id}/license.xml`, usageInfo: `${origin}/@nova/releases/${id}` }
  expect(data).toEqual({
    '@context': 'https://schema.org',
    '@type': 'MusicAlbum',
    '@id': links.usageInfo,
    name: more.title,
    url: links.usageInfo,
    byArtist: { '@type': 'MusicGroup', name: 'Nova', url: `${origin}/@nova` },
    albumReleaseType: 'https://schema.org/EPRelease',
    datePublished: '2026-05-01',
    publisher: { '@type': 'Organization', name: 'Lower Reservoir' },
    sameAs: `https://musicbrainz.org/release/${mbid}`,
    contributor: [
      {
        '@type': 'Role',
        roleName: 'performer',
        contributor: { '@type': 'Person', name: 'Nova', url: `${origin}/@nova` },
      },
      {
        '@type': 'Role',
        roleName: 'producer',
        contributor: { '@type': 'Person', name: 'Bea', sameAs: 'https://isni.org/isni/0000000121032683' },
      },
    ],
    ...links,
    isBasedOn: [{ '@type': 'MusicAlbum', name: 'Source', url: `${origin}/@nova/releases/${source}` }],
    numTracks: 1,
    track: [
      expect.objectContaining({
        '@type': 'MusicRecording',
        isrcCode: 'USRC17607839',
        sameAs: `https://musicbrainz.org/recording/${mbid}`,
        recordingOf: { '@type': 'MusicComposition', name: 'Kettle', iswcCode: 'T0345246801' },
        audio: { '@type': 'AudioObject', contentUrl: `${origin}/api/audio/${kettle.id}/hook` },
        license: expect.stringMatching(/\/tracks\/[^/]+\/license\.xml$/),
        usageInfo: links.usageInfo,
      }),
    ],
  })
  // Without a date of its own it was published when its first version was.
  expect((await structuredOf(svc, `/@nova/releases/${source}`)).data.datePublished).toBe(
    new Date(svc.ctx.now()).toISOString().slice(0, 10),
  )
  const manifest = `/api/agents/releases/${id}/manifest`
  expect((await svc.fetch(`/@nova/releases/${id}`)).headers.get('link')).toBe(
    `</releases/${id}/license.xml>; rel="license"; type="application/rsl+xml", <${manifest}>; rel="alternate"; type="application/json"`,
  )
  expect(text).toContain(`<link rel="alternate" type="application/json" title="Signed manifest" href="${manifest}"/>`)
})
