import { testLimitMs } from '../support/limits.ts'
import { inTree } from '../support/tree.ts'

/**
 * The main flows of the product in Firefox, by the tests that walk them in Chromium.
 * `bun test/soak/firefox.ts ['a guest buys' …]`; it needs Debian's `firefox-esr` on PATH.
 */
const flows: Readonly<Record<string, readonly [file: string, test: string]>> = {
  'a first listen': ['world/deck', 'a stranger plays a hook'],
  'travel from page to page': ['travel', ''],
  'the music from page to page': ['music-goes-on', ''],
  'the way back': ['browsers/way-back.long', ''],
  'signing up, upload and publishing': ['studio/studio-upload', 'an artist signs up, uploads a FLAC'],
  'the look of the page': ['studio/studio', 'colours that cannot be read'],
  'a guest buys': ['checkout/guest', 'a stranger collects with an email address'],
  'from the hook to the whole track': ['checkout/checkout', 'a hook that is playing while somebody pays'],
  'claim and library': ['checkout/guest', 'a free casset is two taps'],
  'tracks that follow': ['world/gapless', 'tracks follow in one element'],
  'the library plays': ['library/library', 'everything on the shelf'],
  'Side B': ['world/side-b', 'two browsers in one room'],
  'listening along': ['world/listen-along.long', 'a listener follows the artist'],
  'emoji and tips': ['world/emoji', 'an emoji goes up'],
  'a drop': ['world/drop', 'an artist makes, funds'],
  'verifying a release': ['world/release-page', 'a browser verifies a release'],
  'account and notices': ['account/notification', 'the bell counts'],
  'signing in': ['account/sign-in', 'a wrong password'],
}

if (Bun.which('firefox-esr') === null) {
  console.error('firefox-esr is not here.')
  process.exit(1)
}
const env = { ...Bun.env, TAPEDECK_BROWSER: 'firefox' }
const asked = Bun.argv.slice(2)
let failed = 0
for (const [flow, [file, name]] of Object.entries(flows)) {
  if (asked.length > 0 && !asked.includes(flow)) continue
  const path = inTree(`test/web/${file}.test.ts`)
  const run = Bun.spawn(
    [process.execPath, 'test', '--timeout', `${testLimitMs}`, path, ...(name ? ['-t', name] : [])],
    {
      env,
      stdout: 'ignore',
      stderr: 'pipe',
    },
  )
  const from = performance.now()
  const [exitCode, said] = await Promise.all([run.exited, new Response(run.stderr).text()])
  const seconds = ((performance.now() - from) / 1_000).toFixed(1)
  if (exitCode === 0) console.log(`${flow}: ${seconds} s`)
  else {
    failed += 1
    console.error(`${flow} FAILED after ${seconds} s\n${said}`)
  }
}
if (failed > 0) process.exit(1)
