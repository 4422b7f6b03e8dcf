import { languageNames } from '../../src/lib/language/languages.ts'
import { breaches, openPage, signIn } from '../support/browser.ts'
import { everyPage } from '../support/web/every-page.ts'
import { misfits } from '../support/web/misfits.ts'

/**
 * Every page in every language that the program speaks: what axe finds by day and by night, and
 * what does not fit 320 px. `bun test/soak/pages.ts [LANGUAGE …]`.
 */
const asked = Bun.argv.slice(2)
const languages = asked.length > 0 ? asked : Object.keys(languageNames)
const { svc, visits } = await everyPage({ LANGUAGES: Object.keys(languageNames).join() })
const found: string[] = []
let looks = 0
// Strangers first: then each signs in in place of the one before.
const inTurn = visits.toSorted((a, b) => Number(a.as !== undefined) - Number(b.as !== undefined))
for (const locale of languages) {
  await using open = await openPage(svc, '/', { locale, viewport: { width: 320, height: 600 } })
  const { page } = open
  for (const { path, as } of inTurn) {
    if (as) await signIn(page.context(), svc, as)
    await page.goto(svc.url + path)
    const faults = [...(await breaches(page)), ...(await misfits(page))]
    found.push(...faults.map((fault) => `${path} in ${locale}: ${fault}`))
    looks += 1
  }
}
await svc[Symbol.asyncDispose]()
console.log([...found, `${looks} pages looked at, ${found.length} faults`].join('\n'))
process.exit(found.length === 0 ? 0 : 1)
