import { join } from 'node:path'
import { firefox, type Page } from 'playwright-core'
import { inTree } from '../../support/tree.ts'
import { flows, type Step } from './flows.ts'
import { type ScreenReader, type Spoken, startScreenReader } from './screen-reader.ts'
import { openSite } from './site.ts'

const waitMs = 30_000
const settleMs = 1_200
const leastMark = 8

/** Sound runs without a sound card only if it is muted. */
function playMuted() {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    this.muted = true
    return play.call(this)
  }
}

/** Returns the most texts within a second. */
const busiest = (said: readonly Spoken[]) =>
  Math.max(
    0,
    ...said.map(({ atSec }) => said.filter((other) => other.atSec >= atSec && other.atSec < atSec + 1).length),
  )

const holds = (said: readonly Spoken[], wanted: string | RegExp) => {
  const text = said.map((each) => each.text).join('\n')
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)
}

/** Does a step, and returns what of it was not as the table has it. */
async function walk(page: Page, reader: ScreenReader, step: Step, faults: string[]): Promise<readonly Spoken[]> {
  const mark = await reader.mark()
  await step.act(page)
  const until = performance.now() + waitMs
  const lacking = async () => {
    const said = await reader.spokenSince(mark)
    return step.wanted.filter((each) => !holds(said, each))
  }
  while ((await lacking()).length > 0 && performance.now() < until) await Bun.sleep(200)
  await Bun.sleep(step.forMs ?? settleMs)
  const said = await reader.spokenSince(mark)
  for (const each of await lacking()) faults.push(`${step.does}: “${each}” was not spoken`)
  for (const each of step.forbidden ?? []) if (holds(said, each)) faults.push(`${step.does}: “${each}” was spoken`)
  if (step.most !== undefined && busiest(said) > step.most) {
    faults.push(`${step.does}: ${busiest(said)} texts in a second, at most ${step.most} are wanted`)
  }
  return said
}

const home = Bun.env.HOME ?? ''
await using reader = await startScreenReader(home)
await using site = await openSite()
const browser = await firefox.launchPersistentContext(join(home, 'firefox'), {
  executablePath: inTree('test/support/firefox.sh'),
  channel: 'moz-firefox',
  headless: false,
  env: { ...Bun.env, DISPLAY: reader.display },
  firefoxUserPrefs: { 'ui.prefersReducedMotion': 1, 'browser.download.alwaysOpenPanel': false },
})
browser.setDefaultTimeout(waitMs)
await browser.addInitScript(playMuted)
const page = browser.pages()[0] ?? (await browser.newPage())
const asked = Bun.argv.slice(2)
/** Tells each text that was spoken, too. */
const isTold = Bun.env.TAPEDECK_EARS_ALL !== undefined
let failed = 0
for (const [name, stepsOf] of Object.entries(flows)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  const steps = stepsOf(site)
  const faults: string[] = []
  let last: readonly Spoken[] = []
  try {
    for (const step of steps) {
      last = await walk(page, reader, step, faults)
      if (isTold) console.log(`    ${step.does}: ${last.map(({ text }) => text).join(' | ')}`)
    }
  } catch (thrown) {
    faults.push(...steps.map(() => String(thrown)))
  }
  const mark = Math.max(0, Math.round(10 * (1 - faults.length / steps.length)))
  if (mark < leastMark) failed += 1
  console.log(
    `${name.padEnd(10)} ${String(mark).padStart(2)}  ${last
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 160)}`,
  )
  for (const fault of faults) console.log(`  ${fault}`)
}
await browser.close()
// Leaving at once would leave the screen behind.
process.exitCode = failed === 0 ? 0 : 1
