import { languages } from '../../src/lib/language/languages.ts'
import { breaches, openPage, signIn } from '../support/browser.ts'
import { everyPage } from '../support/web/every-page.ts'
import { misfits } from '../support/web/misfits.ts'

/**
 * Every page in every language of the program, and from right to left: what axe finds in light and
 * dark, and what does not fit 320 px or 640 px. `bun test/soak/pages.ts [LANGUAGE …]`.
 */
const asked = Bun.argv.slice(2)
const { svc, visits } = await everyPage({ LANGUAGES: languages.join() })
// As high as the pages, so that nothing lies behind the key fixed to the bottom.
const height = 8000
let looks = 0
let faults = 0
// Strangers come first; after them people sign in, one after another.
const inTurn = visits.toSorted((a, b) => Number(a.as !== undefined) - Number(b.as !== undefined))
for (const locale of asked.length > 0 ? asked : languages) {
  await using open = await openPage(svc, '/', { locale, viewport: { width: 320, height } })
  const { page } = open
  for (const { path, as } of inTurn) {
    await page.context().setOffline(false)
    if (as) await signIn(page.context(), svc, as)
    await page.goto(svc.url + path)
    // The page for lost connections loads itself anew as soon as there is one.
    await page.context().setOffline(path === '/offline')
    const spoken = await page.evaluate('document.documentElement.lang')
    const found = await breaches(page, 'by day and night')
    for (const width of [320, 640]) {
      await page.setViewportSize({ width, height })
      found.push(...(await misfits(page)).map((misfit) => `${misfit} at ${width} px`))
    }
    await page.setViewportSize({ width: 320, height })
    if (spoken !== locale) found.push(`is in ${spoken}`)
    for (const fault of found) console.log(`${path} in ${locale}: ${fault}`)
    faults += found.length
    looks += 1
  }
}
await svc[Symbol.asyncDispose]()
console.log(`${looks} pages looked at, ${faults} faults`)
process.exit(faults === 0 ? 0 : 1)
