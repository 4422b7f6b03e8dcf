import { join } from 'node:path'

/** `bun run soak`: the long runs, one after another; `bun run soak fuzz kill` runs only those. */
const soaks: readonly (readonly [file: string, ...args: string[]])[] = [
  ['audio.ts', '100'],
  ['fuzz.ts', '50000'],
  ['uploads.ts', '20'],
  ['damage.ts', '50'],
  ['kill.ts', '150'],
  ['clock.ts', '3'],
  ['kill-sales.ts', '50'],
  ['money.ts', '2000'],
  ['slow-clients.ts', '2000', '10000'],
]

const names = Bun.argv.slice(2)
const isAsked = (file: string) => names.length === 0 || names.includes(file.replace('.ts', ''))
const unknown = names.filter((name) => !soaks.some(([file]) => file === `${name}.ts`))
if (unknown.length > 0) console.error(`There is no soak called ${unknown.join(' or ')}.`)

let passed = 0
let failed = unknown.length
for (const [file, ...args] of soaks.filter(([each]) => isAsked(each))) {
  const run = Bun.spawn([process.execPath, join(import.meta.dir, file), ...args], {
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if ((await run.exited) === 0) passed += 1
  else failed += 1
}
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
