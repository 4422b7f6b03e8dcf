import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { browserTest, openPage, useBrowser } from '../../support/browser.ts'
import { startServer } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'
import { cast, world } from '../../support/world.ts'

useBrowser()

const styleOf = (page: Page, selector: string, name: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

/** The rules for a pointer that lies over something, outside of those for a device that has one. */
function strayHovers(sheet: string): string[] {
  const found: string[] = []
  const open: string[] = []
  for (const [, head = '', mark] of sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    if (mark === '{') open.push(head.trim())
    if (mark === '{' && head.includes(':hover') && !open.some((each) => each.includes('(hover: hover)')))
      found.push(head.trim())
    if (mark === '}') open.pop()
  }
  return found
}

test('looks of what the pointer lies over are for devices that have one', async () => {
  const stray: string[] = []
  let count = 0
  for (const path of new Bun.Glob('public/styles/*.css').scanSync(inTree())) {
    const text = await Bun.file(inTree(path)).text()
    count += text.split(':hover').length - 1
    stray.push(...strayHovers(text).map((rule) => `${path}: ${rule}`))
  }
  expect(stray).toEqual([])
  expect(count).toBeGreaterThan(20)
  expect(strayHovers('@media (hover: hover) { a:hover { top: 0 } } b { &:hover { top: 0 } }')).toEqual(['&:hover'])
})

browserTest('a key that was tapped looks as before, and one under a mouse does not', async () => {
  await using svc = await startServer()
  await world(svc)
  const key = '#main .key.plain'
  for (const [hasTouch, isTold] of [
    [true, false],
    [false, true],
  ] as const) {
    await using open = await openPage(svc, '/@nova', { hasTouch, isMobile: hasTouch })
    const { page } = open
    await page.locator('#main').evaluate((main) => {
      main.insertAdjacentHTML('afterbegin', '<button type="button" class="key plain">Nothing</button>')
    })
    const before = await styleOf(page, key, 'border-top-color')
    if (hasTouch) await page.locator(key).first().tap()
    else await page.locator(key).first().hover()
    expect([hasTouch, (await styleOf(page, key, 'border-top-color')) !== before]).toEqual([hasTouch, isTold])
  }
})

browserTest('who asks for more contrast gets plain paper, dark lines and no pale words, in any world', async () => {
  await using svc = await startServer()
  await world(svc)
  cast(svc.ctx, 'tide', { themeTokens: { background: '#e8e0d0', text: '#403020', accent: '#1a5fb4' } })
  for (const path of ['/', '/@nova', '/@tide']) {
    await using open = await openPage(svc, path)
    const { page } = open
    const look = async () => [
      (await styleOf(page, '.foot', 'color')) === (await styleOf(page, 'body', 'color')),
      await page
        .locator('main')
        .first()
        .evaluate((main) => getComputedStyle(main, '::before').display),
    ]
    expect([path, await look()]).toEqual([path, [false, 'block']])
    await page.emulateMedia({ contrast: 'more' })
    expect([path, await look()]).toEqual([path, [true, 'none']])
  }
})

browserTest('on a phone that lies on its side nothing is under its camera', async () => {
  await using svc = await startServer()
  const { ada } = await world(svc)
  const inset = 59
  await using open = await openPage(svc, '/', { as: ada, viewport: { width: 844, height: 390 } })
  const { page } = open
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: { left: inset, right: inset, bottom: 21 } })
  const under: string[] = []
  for (const path of ['/@nova', '/', '/@nova/sideb', '/checkout/nova', '/account', '/studio', '/library', '/guide']) {
    await page.goto(svc.url + path)
    if (path === '/@nova') {
      await page.getByRole('button', { name: 'Play all' }).click()
      await page.getByRole('region', { name: 'Player' }).getByRole('button', { name: 'Pause' }).click()
    }
    under.push(
      ...(await page.evaluate(
        ([edge, at]) =>
          [...document.querySelectorAll('a, button, input, select, textarea, h1, h2, h3, p, img')]
            .filter((element) => {
              const { left, right, width } = element.getBoundingClientRect()
              const isShown = element.checkVisibility() && width > 1 && !element.closest('.sr, .skip, .backdrop')
              return isShown && (left < edge - 1 || right > innerWidth - edge + 1)
            })
            .map((element) => `${at}: ${element.tagName} ${element.className} ${element.textContent.slice(0, 30)}`),
        [inset, path] as const,
      )),
    )
  }
  expect(under).toEqual([])
})
