import { expect, test } from 'bun:test'
import { access } from '../support/release/license.ts'
import { decide, publishedRelease } from '../support/release/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('a delivery that broke off is resumed by Range for an hour, and nothing is served twice from its beginning', async () => {
  await using svc = await startServer({ env: { PAYMENTS: 'test' }, limiter: { take: () => 0 } })
  const { nova, dawn, kettle } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  for (const ids of [[dawn.id], [dawn.id, kettle.id]]) {
    const release = ids.length === 1 ? id : await publishedRelease(svc, nova, ids, { title: 'Both' })
    await decide(svc, nova, release, { scope: 'download', decision: 'ALLOW' })
    const granted = async () =>
      Object((await access(svc, release, { scope: 'search-index', resource: 'download' })).json).grant.url
    const whole = await (await fetch(await granted())).bytes()
    const url: string = await granted()
    const part = (range: string, more = {}) => fetch(url, { headers: { range, ...more } })
    // Before it has begun there is no rest.
    expect((await part('bytes=10-')).status).toBe(403)
    const begun = await part('bytes=0-9')
    const rest = await part('bytes=10-')
    expect([begun.status, rest.status]).toEqual([206, 206])
    expect(Buffer.concat([await begun.bytes(), await rest.bytes()])).toEqual(Buffer.from(whole))
    expect((await part('bytes=10-', { 'if-range': begun.headers.get('etag') ?? '' })).status).toBe(206)
    const refused = [part('bytes=0-'), part('bytes=0-9'), part('bytes=-10'), part('bytes=10-, 20-'), fetch(url)]
    refused.push(part('bytes=10-', { 'if-range': '"other"' }))
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(Array.from(refused, () => 403))
    expect((await part(`bytes=${whole.length}-`)).status).toBe(416)
    svc.tick(3_600_001)
    expect((await part('bytes=10-')).status).toBe(403)
  }
})
