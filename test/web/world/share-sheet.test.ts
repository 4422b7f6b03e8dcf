import { expect, test } from 'bun:test'
import { breaches, browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast, world } from '../../support/world.ts'

const phone = { width: 390, height: 844 }

useBrowser()

browserTest('the ways to share are the link, a player for other sites in two sizes, a code, and a card', async () => {
  await using svc = await startServer()
  await world(svc)
  await using open = await openPage(svc, '/@nova', { viewport: phone })
  const { page, problems } = open
  await islandReady(page, 'share')
  await page.getByRole('button', { name: 'Share' }).click()
  const sheet = page.getByRole('dialog', { name: 'Share' })
  const { origin } = svc.ctx.site
  expect(await sheet.getByLabel('Link', { exact: true }).inputValue()).toBe(`${origin}/@nova`)
  const player = sheet.getByLabel('Player for your website', { exact: true })
  await player.waitFor()
  expect(await player.inputValue()).toContain(`<iframe src="${origin}/@nova/embed" width="480" height="420"`)
  await sheet.getByRole('button', { name: 'One line' }).click()
  await page.waitForFunction(() =>
    document.querySelector<HTMLTextAreaElement>('#share-player')?.value.includes('/embed?size=line'),
  )
  const code = await svc.fetch('/share/code/nova.svg')
  expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(await breaches(page)).toEqual([])
  expect(problems).toEqual([])
})

test('the card for a case lists every track on panels of its size, and is for those who see the page', async () => {
  await using svc = await startServer()
  const { hidden } = await world(svc)
  const many = cast(svc.ctx, 'many')
  for (let take = 1; take <= 130; take += 1) {
    await addReadyTrack(svc.ctx, many.cassetId, `Take ${take}`, { position: take })
  }
  const card = await (await svc.fetch('/@many/jcard')).text()
  // Two panels beside the front of the case, and four on each further sheet of paper.
  const sheets = card.split('class="card').slice(1)
  expect(sheets.map((sheet) => sheet.split('class="panel"').length - 1)).toEqual([2, 3])
  expect(card.split('<li>').length - 1).toBe(130)
  expect((await svc.fetch('/@hidden/jcard')).status).toBe(404)
  const own = await svc.fetch('/@hidden/jcard', { headers: { cookie: hidden.cookie } })
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

browserTest('on paper the card has its spine, and the colours of its world', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await addReadyTrack(svc.ctx, nova.cassetId, 'Dawn')
  await using open = await openPage(svc, '/@nova/jcard', { colorScheme: 'dark' })
  const { page } = open
  const look = () =>
    page
      .locator('.card > *')
      .evaluateAll((parts) =>
        parts.map((part) => [
          part.className,
          Math.round(part.getBoundingClientRect().width),
          getComputedStyle(part).backgroundColor,
        ]),
      )
  const onScreen = await look()
  expect(onScreen.map(([name, width]) => [name, width])).toEqual([
    ['flap', 96],
    ['spine', 48],
    ['front', 240],
    ['panel', 240],
  ])
  await page.emulateMedia({ media: 'print' })
  expect(await look()).toEqual(onScreen)
})
