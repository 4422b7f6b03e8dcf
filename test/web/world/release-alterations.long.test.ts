import { expect } from 'bun:test'
import { browserTest, islandReady, openPage, useBrowser } from '../../support/browser.ts'
import { alterations } from '../../support/release/alterations.ts'
import { answerAlterations, linkedRelease } from '../../support/release/answer-alterations.ts'

useBrowser()

browserTest(
  'the page of a release says of alterations that something was altered, as verify does of all of them',
  async () => {
    const { svc, id, recorded } = await linkedRelease()
    await using _ = svc
    await using opened = await openPage(svc, `/@nova/releases/${id}`)
    const { page } = opened
    await islandReady(page, 'release/verify')
    const verify = page.getByRole('button', { name: 'Verify' })
    let alter = (text: string, _: string) => text
    await page.route(
      /\/(?:manifest|provenance|proof|dna|lineage|dossier|did\.json|checkpoint|vkey)(?:\?|$)/,
      async (route) => {
        const { pathname, search } = new URL(route.request().url())
        const response = await svc.fetch(pathname + search)
        await route.fulfill({ status: response.status, body: alter(await response.text(), pathname + search) })
      },
    )
    const verdictOf = async () => {
      await verify.click()
      return page.locator('.verdict').textContent()
    }
    expect(await verdictOf()).toBe('All checks passed.')
    const missed: string[] = []
    // The page and the command check by the same code: the four that once passed, and some of each
    // kind.
    const some = alterations.filter((_, at) => at < 4 || at % 6 === 0)
    for (const [what, change] of [...some, ...answerAlterations]) {
      alter = (text, path) => change(text, path, recorded)
      const verdict = await verdictOf()
      // An answer that is younger than its proof may be a cache's: then it is not read.
      const isYounger = what.startsWith('the last event') && verdict === 'Not everything could be checked.'
      if (verdict !== 'Something was altered. See which check failed.' && !isYounger) missed.push(`${what}: ${verdict}`)
    }
    expect(missed).toEqual([])
  },
)
