import { expect } from 'bun:test'
import { ownLanguage, spokenLanguages } from '../../src/lib/language/languages.ts'
import { breaches, browserTest, openPage, signIn, useBrowser } from '../support/browser.ts'
import { share } from '../support/shared.ts'
import { everyPage } from '../support/web/every-page.ts'
import { misfits } from '../support/web/misfits.ts'

useBrowser()

const site = share(() => everyPage({ LANGUAGES: spokenLanguages.join() }))

/** Pages that everybody may see, and those of each room that is signed in to. */
const looked = [
  /^\/$/,
  /^\/(browse|drops|guide|login|signup|search)$/,
  /^\/@nova$/,
  /^\/@nova\/sideb$/,
  /^\/@nova\/releases\//,
  /^\/checkout\/nova(\/gift|\/license\/.*)?$/,
  /^\/collected\/[^/]+$/,
  /^\/gift\//,
  /^\/drops\/[^/]+$/,
  /^\/(account|library|notifications|receipts)$/,
  /^\/studio(\/letters|\/payouts|\/room|\/sales|\/statistics|\/releases\/[^/]+)?$/,
  /^\/desk(\/books|\/reports|\/setup)?$/,
]

for (const language of spokenLanguages.filter((each) => each !== ownLanguage)) {
  browserTest(
    `axe finds nothing on a page in ${language}, by day and by night, and all of it fits a phone`,
    async () => {
      const { svc, visits } = await site()
      const chosen = visits.filter(({ path }) => looked.some((each) => each.test(path)))
      expect(chosen.length).toBeGreaterThan(25)
      // As high as the pages, so that nothing lies behind the key fixed to the bottom.
      await using open = await openPage(svc, '/', { locale: language, viewport: { width: 390, height: 8000 } })
      const { page } = open
      const found: string[] = []
      // Strangers come first; after them people sign in, one after another.
      for (const { path, as } of chosen.toSorted((a, b) => Number(a.as !== undefined) - Number(b.as !== undefined))) {
        if (as) await signIn(page.context(), svc, as)
        await page.goto(svc.url + path)
        const spoken = await page.evaluate('document.documentElement.lang')
        if (spoken !== language) found.push(`${path} is in ${spoken}`)
        found.push(...(await breaches(page, 'by day and night')))
        found.push(...(await misfits(page)).map((misfit) => `${path}: ${misfit}`))
      }
      expect(found).toEqual([])
    },
  )
}
