import { expect } from 'bun:test'
import { bundleClient } from '../../src/platform/build/client.ts'
import { loadAssets } from '../../src/platform/client/assets.ts'
import { browserTest, openPage, signIn, useBrowser } from '../support/browser.ts'
import { addPlayableTrack } from '../support/casset/playable.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { misfits } from '../support/web/misfits.ts'
import { cast } from '../support/world.ts'

useBrowser()

browserTest('the main pages can be read from right to left on a phone', async () => {
  using folder = temporaryFolder()
  await bundleClient({ outDir: folder.path, compress: false, only: ['ar-XB'] })
  const assets = loadAssets(folder.path)
  await using svc = await startServer({ env: { LANGUAGES: 'ar-XB', PAYMENTS: 'test' }, assets })
  const nova = cast(svc.ctx, 'nova', { bio: 'Songs recorded before breakfast. '.repeat(6) })
  await addPlayableTrack(svc.ctx, nova.cassetId, 'Salt & Rust', { lyrics: 'la '.repeat(40) })
  // As high as the pages: what lies behind the key that stays at the bottom is scrolled to.
  await using open = await openPage(svc, '/login', { viewport: { width: 390, height: 4000 } })
  const { page } = open
  const found: string[] = []
  const look = async (path: string) => {
    await page.goto(svc.url + path)
    const { direction, over } = await page.evaluate(() => {
      const { dir, scrollWidth, clientWidth } = document.documentElement
      return { direction: dir, over: scrollWidth - clientWidth }
    })
    if (direction !== 'rtl') found.push(`${path}: is written ${direction || 'from left to right'}`)
    if (over > 0) found.push(`${path}: ${over} px too wide`)
    found.push(...(await misfits(page)).map((misfit) => `${path}: ${misfit}`))
  }
  for (const path of ['/login', '/', '/browse', '/@nova', '/@nova/sideb', '/checkout/nova']) await look(path)
  await signIn(page.context(), svc, nova)
  for (const path of ['/account', '/library', '/studio', '/studio/releases']) await look(path)
  expect(found).toEqual([])
})
