import { expect, test } from 'bun:test'
import { makeRelease, publish } from '../support/release/release.ts'
import { hashOf, isSigned } from '../support/release/verify.ts'
import { shareServer } from '../support/shared.ts'
import { world } from '../support/world.ts'

const shared = shareServer(world)

test('every version of a release stays readable, by its number and by its id, as it was signed', async () => {
  const { svc, nova, dawn, ada } = await shared()
  const id = await makeRelease(svc, nova, [dawn.id])
  for (const title of ['One', 'Two', 'Three']) {
    await svc.call('PATCH', `/api/studio/releases/${id}`, { cookie: nova.cookie, body: { title } })
    await publish(svc, nova, id)
  }
  const read = async (path: string) => await svc.call('GET', `/api/agents/releases/${id}/${path}`)
  const { versions, nextCursor } = Object((await read('versions')).json)
  expect(versions.map((each: { canonicalVersion: number }) => each.canonicalVersion)).toEqual([3, 2, 1])
  expect(nextCursor).toBeNull()
  let before: string | null = null
  for (const each of versions.toReversed()) {
    const { json, headers } = await read(`manifest/${each.canonicalVersion}`)
    const { manifest, canonicalHash, signature, anchor, releaseVersionId } = Object(json)
    expect([canonicalHash, releaseVersionId]).toEqual([each.canonicalHash, each.releaseVersionId])
    expect([hashOf(manifest), manifest.version]).toEqual([canonicalHash, each.canonicalVersion])
    expect([await isSigned(manifest, signature), anchor.status]).toEqual([true, 'ANCHORED'])
    expect(manifest.previousVersionHash).toBe(before)
    expect((await read(`manifest/${each.releaseVersionId}`)).text).toBe(
      (await read(`manifest/${each.canonicalVersion}`)).text,
    )
    expect(new URL(each.manifestUrl).pathname).toBe(`/api/agents/releases/${id}/manifest/${each.canonicalVersion}`)
    const raw = await read(`manifest/${each.canonicalVersion}?format=raw`)
    expect(new Bun.CryptoHasher('sha256').update(raw.text).digest('hex')).toBe(canonicalHash)
    const link = headers.get('link') ?? ''
    expect(link).toContain(`/manifest>; rel="latest-version"`)
    expect(link).toContain(`/releases/${id}/license.xml>; rel="license"`)
    expect(link.includes('predecessor-version')).toBe(each.canonicalVersion > 1)
    before = canonicalHash
  }
  expect((await read('manifest')).text).toBe((await read('manifest/3')).text)
  const paged = Object((await read('versions?limit=2')).json)
  expect(Object((await read(`versions?limit=2&cursor=${paged.nextCursor}`)).json).versions).toHaveLength(1)
  for (const wrong of ['0', '4', '01', '-1', '1.0', 'x', '99999999999', ada.cassetId, dawn.id]) {
    expect([wrong, (await read(`manifest/${wrong}`)).status]).toEqual([wrong, 404])
  }
  svc.ctx.db.$client.run("UPDATE cassets SET privacy = 'private' WHERE id = ?", [nova.cassetId])
  for (const path of ['manifest/1', 'versions']) expect([path, (await read(path)).status]).toEqual([path, 404])
})
