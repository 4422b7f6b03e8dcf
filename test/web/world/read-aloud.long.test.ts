import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { say } from '../../support/room/room.ts'
import { startServer } from '../../support/server.ts'
import { said } from '../../support/web/said.ts'
import { follow, heading } from '../../support/web/travel.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('200 comments in ten seconds are a few sentences by ear, and none once the room is left', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { ada, nova } = await world(svc)
  await using open = await openPage(svc, '/@nova/sideb', { as: ada })
  const { page, problems } = open
  await islandReady(page, 'room/room')
  await say(svc, nova, 'Nobody reads this')
  await page.getByText('Nobody reads this').waitFor()
  await page.getByLabel('Read new comments aloud').check()
  const heard = () =>
    page.evaluate((): string[] =>
      Reflect.get(globalThis, 'saidTexts').filter((text: string) => /^Nova|lines/.test(text)),
    )
  expect(await heard()).toEqual([])
  for (let batch = 0; batch < 10; batch += 1) {
    const from = performance.now()
    await Promise.all(Array.from({ length: 20 }, (_, line) => say(svc, nova, `Line ${batch * 20 + line}`)))
    await Bun.sleep(1_000 - (performance.now() - from))
  }
  const counted = async () =>
    (await heard()).reduce(
      (sum, text) => sum + Number(/^(\d+) new lines/.exec(text)?.[1] ?? text.split('\n').length),
      0,
    )
  await page.waitForFunction(() => document.querySelectorAll('.feed article').length > 200)
  for (let tries = 0; tries < 100 && (await counted()) < 200; tries += 1) await Bun.sleep(100)
  const texts = await heard()
  // At most one in three seconds.
  expect([await counted(), texts.length > 2, texts.length < 9]).toEqual([200, true, true])
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(80)
  await say(svc, nova, 'A last one')
  await page.getByText('A last one').waitFor()
  await follow(page, '/guide')
  await heading(page, 'Guide')
  await said(page, 'Guide · Tapedeck')
  await Bun.sleep(3_500)
  expect(await heard()).toEqual(texts)
  expect(problems).toEqual([])
})
