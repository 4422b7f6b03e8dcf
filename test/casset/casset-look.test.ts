import { expect, test } from 'bun:test'
import { addPicture, patchCasset } from '../support/casset/casset.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

test('place, pronouns and the picture behind the page are told to everybody, and are on the page', async () => {
  await using svc = await startServer()
  const { nova, kettle } = await world(svc)
  const { id } = addPicture(svc, nova)
  const body = { location: 'Vienna', pronouns: 'she/her' }
  await svc.call('POST', '/api/auth/update-profile', { body, cookie: nova.cookie })
  const backgrounds = [
    [{ cassetBackgroundSource: 'image', backgroundAssetId: id }, `/api/assets/${id}/1280.webp`],
    [{ cassetBackgroundSource: 'cover' }, null],
    [{ coverAssetId: id }, `/api/assets/${id}/640.webp`],
    [{ cassetBackgroundSource: 'color' }, null],
  ] as const
  for (const [patch, backgroundUrl] of backgrounds) {
    const changed = await patchCasset(svc, nova, patch)
    expect(changed.json).toMatchObject({ theme: { backgroundUrl } })
    const { json } = await svc.call('GET', '/api/casset/nova/media')
    expect(json).toMatchObject({ artist: body, theme: { backgroundUrl } })
  }
  const { text } = await svc.call('GET', '/@nova')
  for (const shown of ['Vienna', 'she/her', 'src="/pfp/nova.svg"'])
    expect([shown, text.includes(shown)]).toEqual([shown, true])
  expect(text.match(/Made with AI/g)).toHaveLength(1)
  expect(text.split('Made with AI')[0]?.trimEnd().endsWith(`${kettle.title}</bdi> <span class="made">`)).toBe(true)
})
