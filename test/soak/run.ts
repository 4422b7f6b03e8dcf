import { join } from 'node:path'

/** `bun run soak`: the long runs, one after another. */
const soaks = [
  ['audio.ts', '100'],
  ['kill.ts', '100'],
  ['kill-sales.ts', '50'],
  ['money.ts', '2000'],
] as const

let failed = 0
for (const [file, rounds] of soaks) {
  const run = Bun.spawn([process.execPath, join(import.meta.dir, file), rounds], {
    stdout: 'inherit',
    stderr: 'inherit',
  })
  if ((await run.exited) !== 0) failed += 1
}
console.log(`${soaks.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
