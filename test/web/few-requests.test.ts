import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../support/browser.ts'
import { patchCasset } from '../support/casset/casset.ts'
import { addTape } from '../support/casset/tape.ts'
import { formBytes, sendForm } from '../support/casset/upload.ts'
import { blackPng } from '../support/platform/picture.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { addReadyTrack, type Person, world } from '../support/world.ts'

useBrowser()

/** `most` is one less than browsers ask for, as that of the tests fetches no icon. */
type Visit = { path: string; as?: Person; most: number }

async function giveCover(svc: TestServer, of: Person): Promise<void> {
  const file = { name: 'file', value: blackPng(600, 600), fileName: 'cover.png' }
  const { json } = await sendForm(svc, '/api/studio/assets', of.cookie, formBytes([file]))
  const { id } = Object(Reflect.get(Object(json), 'asset'))
  expect((await patchCasset(svc, of, { coverAssetId: id })).status).toBe(200)
}

browserTest('no page asks for more files than it needs', async () => {
  await using svc = await startServer()
  const { nova, ada } = await world(svc)
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await giveCover(svc, nova)
  addTape(svc, ada, 'second')
  const visits: readonly Visit[] = [
    { path: '/@nova', most: 14 },
    { path: '/studio', as: nova, most: 18 },
    { path: '/studio', as: ada, most: 17 },
    { path: '/studio/letters', as: nova, most: 17 },
    { path: '/studio/codes', as: nova, most: 16 },
    { path: '/studio/releases', as: nova, most: 14 },
    { path: '/account', as: nova, most: 20 },
    { path: '/library', as: ada, most: 17 },
  ]
  const found: string[] = []
  for (const { path, as, most } of visits) {
    await using open = await openPage(svc, '/healthz', as ? { as } : {})
    const { page, problems } = open
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(svc.url + path, { waitUntil: 'networkidle' })
    if (asked.length > most) found.push(`${path}: ${asked.length} of ${most}, ${asked.join(' ')}`)
    expect(problems).toEqual([])
  }
  expect(found).toEqual([])
})
