import { browserTest, useBrowser } from '../support/browser.ts'
import { travel, ways } from '../support/web/travel.ts'

useBrowser()

for (const [way, lacks] of ways) {
  browserTest(`the music plays on, Back and Forward through 20 pages, each where it was left, ${way}`, () =>
    travel(lacks, { pages: 20, jump: 10, steps: 19 }),
  )
}
