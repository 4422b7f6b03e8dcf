import { join } from 'node:path'

/** `bun run soak`: the long runs, one after another; `bun run soak fuzz kill` runs only those. */
const soaks: Readonly<Record<string, readonly [file: string, ...args: string[]]>> = {
  audio: ['audio.ts', '100'],
  'large-audio': ['large-audio.ts'],
  bugs: ['planted-bugs.ts'],
  fuzz: ['fuzz.ts', '50000'],
  uploads: ['uploads.ts', '20'],
  damage: ['damage.ts', '50'],
  radosgw: ['radosgw.ts'],
  kill: ['kill.ts', '150'],
  'full-disk': ['full-disk.ts', '20'],
  clock: ['clock.ts', '3'],
  edges: ['edges.ts', '20'],
  along: ['along.ts', '20'],
  standby: ['standby.ts', '20'],
  walk: ['walk.ts'],
  firefox: ['firefox.ts'],
  safari: ['safari.ts'],
  ears: ['ears.ts'],
  clients: ['clients.ts'],
  tags: ['tags.ts'],
  pages: ['pages.ts'],
  purchases: ['purchases.ts', '1000'],
  'kill-upgrade': ['kill-upgrade.ts', '40'],
  'kill-sales': ['kill-sales.ts', '50'],
  letter: ['letter.ts', '100000', '10'],
  money: ['money.ts', '2000'],
  drops: ['drops.ts', '2000'],
  load: ['load.ts', '60'],
  room: ['room.ts', '20'],
  party: ['party.ts', '3000'],
  release: ['release.ts'],
  'slow-clients': ['slow-clients.ts', '2000', '10000'],
}

const names = Bun.argv.slice(2)
const unknown = names.filter((name) => soaks[name] === undefined)
if (unknown.length > 0) console.error(`There is no soak called ${unknown.join(' or ')}.`)

let passed = 0
let failed = unknown.length
for (const [name, [file, ...args]] of Object.entries(soaks)) {
  if (names.length > 0 && !names.includes(name)) continue
  const run = Bun.spawn([process.execPath, join(import.meta.dir, file), ...args], {
    // Some hold thousands of streams open.
    env: { ...Bun.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '8000' },
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if ((await run.exited) === 0) passed += 1
  else failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
