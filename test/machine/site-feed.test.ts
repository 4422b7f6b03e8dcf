import { expect, test } from 'bun:test'
import { startServer } from '../support/server.ts'
import { readXml } from '../support/web/rendered.ts'
import { cast } from '../support/world.ts'

test('the feed of the site has its listed tapes, the newest first, and no other', async () => {
  await using svc = await startServer({ env: { SITE_NAME: 'Harbour & Sons', SITE_LINE: 'Songs <by> the water' } })
  const { origin } = svc.ctx.site
  const read = async () => {
    const { headers, text } = await svc.call('GET', '/feed.xml')
    expect(headers.get('content-type')).toBe('application/rss+xml')
    return Object(readXml(text).rss).channel
  }
  expect(await read()).toMatchObject({ title: 'Harbour & Sons', description: 'Songs <by> the water', language: 'en' })
  cast(svc.ctx, 'nova', { name: '<First> Light' })
  for (const [handle, privacy] of [
    ['hidden', 'private'],
    ['quiet', 'unlisted'],
  ] as const) {
    const { cassetId } = cast(svc.ctx, handle)
    svc.ctx.db.$client.run('UPDATE cassets SET privacy = ? WHERE id = ?', [privacy, cassetId])
  }
  svc.ctx.db.$client.run("UPDATE cassets SET published_at = published_at - 1000 WHERE name = '<First> Light'")
  cast(svc.ctx, 'tide', { name: 'Low Water', displayName: 'Tide & Co' })
  const told = (await read()).item.map(({ title, link }: Record<string, string>) => [title, link])
  expect(told).toEqual([
    ['Low Water by Tide & Co', `${origin}/@tide`],
    ['<First> Light by Nova', `${origin}/@nova`],
  ])
  const { text: home } = await svc.call('GET', '/')
  expect(home).toContain('<link rel="alternate" type="application/rss+xml" title="Harbour &amp; Sons" href="/feed.xml"')
})

test('security.txt names the address of the site, and a password manager is led to where a password is changed', async () => {
  await using svc = await startServer({ env: { CONTACT_EMAIL: 'desk@music.example', LANGUAGES: 'en,de' } })
  const { text, headers } = await svc.call('GET', '/.well-known/security.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
  // RFC 9116 recommends less than a year.
  const days = (Date.parse(expires) - svc.ctx.now()) / 86_400_000
  expect([days > 100, days < 365]).toEqual([true, true])
  expect(text.split('\n').filter((line) => !line.startsWith('Expires'))).toEqual([
    'Contact: mailto:desk@music.example',
    'Preferred-Languages: en, de',
    `Canonical: ${svc.ctx.site.origin}/.well-known/security.txt`,
    '',
  ])
  const way = await svc.fetch('/.well-known/change-password', { redirect: 'manual' })
  expect([way.status, way.headers.get('location')]).toEqual([302, '/account#password'])
  await using silent = await startServer()
  const unnamed = await silent.call('GET', '/.well-known/security.txt')
  expect([unnamed.status, unnamed.json]).toEqual([404, expect.objectContaining({ code: 'NOT_FOUND' })])
})
