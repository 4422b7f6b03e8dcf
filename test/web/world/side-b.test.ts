import { expect } from 'bun:test'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { addEmoji } from '../../support/shop/emoji.ts'
import { world } from '../../support/world.ts'

useBrowser()

browserTest('two browsers in one room see each other arrive, talk, use an emoji and leave', async () => {
  await using svc = await startServer()
  const { ada, nova } = await world(svc)
  await addEmoji(svc, nova)
  await using adas = await openPage(svc, '/@nova/sideb', { as: ada, viewport: { width: 390, height: 600 } })
  await using novas = await openPage(svc, '/@nova/sideb', { as: nova })
  const names = ({ page }: typeof adas) => page.locator('.shelf-of-listeners li a span')
  await names(adas).nth(1).waitFor()
  expect((await names(adas).allTextContents()).sort()).toEqual(['Nova', 'You'])

  await using door = await openPage(svc, '/@nova')
  await door.page.getByRole('link', { name: 'Live room 2 here' }).waitFor()
  expect((await svc.call('GET', '/@nova')).text).not.toContain('2 here')
  await door.page.close()

  await adas.page.fill('#comment-text', 'Hello from the bus')
  await adas.page.evaluate(() => scrollTo(0, 0))
  await adas.page.keyboard.press('Enter')
  await novas.page.getByText('Hello from the bus').waitFor()
  await adas.page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('#comment-text')?.value === '')
  // On a phone it is above the field, which covers what lies below it.
  const said = await adas.page.getByText('Hello from the bus').boundingBox()
  const field = await adas.page.locator('.write').boundingBox()
  expect((said?.y ?? 0) + (said?.height ?? 600)).toBeLessThanOrEqual(field?.y ?? 0)

  // Words typed while a comment is on its way stay in the field.
  const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>()
  await adas.page.route('**/comment', (route) => mayGo.then(() => route.continue()))
  await adas.page.fill('#comment-text', 'Getting off')
  await adas.page.keyboard.press('Enter')
  await adas.page.fill('#comment-text', 'At home now')
  const taken = adas.page.waitForResponse('**/comment')
  letGo()
  await taken
  await adas.page.getByText('Getting off').waitFor()
  expect(await adas.page.inputValue('#comment-text')).toBe('At home now')

  await novas.page.getByRole('button', { name: 'Emoji and tips' }).click()
  await novas.page.getByRole('button', { name: 'Use :' }).first().click()
  await novas.page.getByRole('button', { name: 'Send' }).click()
  await adas.page.locator('.feed .said-emoji').waitFor()

  await novas.page.getByLabel('What to do about the comment of Ada').first().click()
  await novas.page.getByRole('button', { name: 'Remove' }).click()
  // Its text is erased for good, so it asks.
  await novas.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await adas.page.getByText('Hello from the bus').waitFor({ state: 'detached' })

  await novas.page.close()
  await names(adas).nth(1).waitFor({ state: 'detached' })
  expect(await names(adas).allTextContents()).toEqual(['You'])
})
