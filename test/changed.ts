import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseTests } from './support/choose-tests.ts'
import { allSources } from './support/sources.ts'
import timings from './timings.json'

/**
 * `bun run test:changed [BASE]`: runs the tests that a change against BASE (HEAD) can reach through
 * imports, the nearest first and for half a minute at most by the last timings. The tests left out
 * are counted; `bun run test --all` runs all.
 */
const base = Bun.argv[2] ?? 'HEAD'
const root = join(import.meta.dir, '..')
const budgetMs = 30_000

/**
 * Lines that git prints. Ends the program with what git says where it cannot, as in an unpacked
 * source archive.
 */
function git(...args: string[]): string[] {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['git', ...args], { cwd: root })
  if (exitCode !== 0) {
    console.error(`git ${args.join(' ')}: ${stderr.toString().split('\n', 1)[0]}`)
    console.error('`bun run test --all` runs all tests, without git.')
    process.exit(1)
  }
  return stdout.toString().split('\n').filter(Boolean)
}

const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const msByFile: Record<string, number> = timings.files
// Files run next to each other, so half a minute holds more than the sum of half a minute.
const { chosen, leftOut } = chooseTests(await allSources(), changed, {
  msOf: (path) => msByFile[path] ?? 1000,
  budgetMs: budgetMs * Math.max(1, navigator.hardwareConcurrency - 1),
  textOf: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''),
})
console.log(`${changed.length} files differ from ${base}: ${chosen.length} test files reach them and run now.`)
if (leftOut.length > 0) console.log(`${leftOut.length} further ones that reach them are left to bun run test --all.`)
if (chosen.length > 0) {
  const files = chosen.map((path) => `./${path}`)
  const run = Bun.spawn([process.execPath, join(import.meta.dir, 'run.ts'), ...files], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  })
  process.exit(await run.exited)
}
