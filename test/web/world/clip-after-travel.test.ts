import { expect } from 'bun:test'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { uploadClip } from '../../support/drop/clip.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { follow, heading } from '../../support/web/travel.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

useBrowser()

browserTest('a clip plays on a page that was reached by a link', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const ada = cast(svc.ctx, 'ada')
  const { hookId, cassetId } = await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  const film = await Bun.file(inTree('src/demo/clips/wipers.webm')).bytes()
  const { json } = await uploadClip(svc, ada, film, 'wipers.webm')
  const assetId = String(Object(json).asset.id)
  const accepted = { id: svc.ctx.uuid(), hookId, cassetId, userId: ada.userId, assetId, createdAt: svc.ctx.now() }
  svc.ctx.db
    .insert(submissions)
    .values({ ...accepted, caption: 'Wipers on two', status: 'ACCEPTED' })
    .run()
  await using open = await openPage(svc, '/@ada')
  const { page } = open
  await islandReady(page, 'share')
  const isLoaded = () => page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) > 0)
  await follow(page, '/@nova')
  await heading(page, 'Nova')
  await page.locator('video').scrollIntoViewIfNeeded()
  await isLoaded()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.error)).toBeNull()
})
