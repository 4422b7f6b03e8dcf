import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PlantedBug } from './planted-bugs/bug.ts'
import { eventBugs } from './planted-bugs/event.ts'
import { guestBugs } from './planted-bugs/guest.ts'
import { holdingBugs } from './planted-bugs/holding.ts'
import { ledgerBugs } from './planted-bugs/ledger.ts'
import { refundBugs } from './planted-bugs/refund.ts'
import { saleBugs } from './planted-bugs/sale.ts'
import { transferBugs } from './planted-bugs/transfer.ts'

/**
 * Plants bugs of money in a copy of the tree, one at a time, and expects the tests to notice each: first those that are
 * named with it, then all that speak of money. `bun test/soak/planted-bugs.ts [word of the names]`.
 */
const all = [...saleBugs, ...refundBugs, ...eventBugs, ...ledgerBugs, ...transferBugs, ...holdingBugs, ...guestBugs]
const word = Bun.argv[2] ?? ''
const bugs = all.filter(({ name }) => name.includes(word))
const root = join(import.meta.dir, '../..')
const folder = mkdtempSync(join(tmpdir(), 'tapedeck-bugs-'))
const copy = join(folder, 'tree')
const TMPDIR = join(folder, 'tmp')
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

/** Copies what git has or would have of the tree. */
function copyTree(): void {
  mkdirSync(TMPDIR, { recursive: true })
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  if (listed.exitCode !== 0) throw new Error(`git ls-files: ${listed.stderr}`)
  for (const path of listed.stdout.toString().split('\n').filter(Boolean)) {
    if (!existsSync(join(root, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

type Run = { failed: string[]; isBroken: boolean; output: string }

/** Runs test files in the copy. Returns the names of the tests that failed, with --bail only the first. */
async function runTests(files: readonly string[], ...flags: string[]): Promise<Run> {
  const run = Bun.spawn([process.execPath, 'test', '--timeout=30000', ...flags, ...files], {
    cwd: copy,
    env: { ...Bun.env, TMPDIR },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const output = (await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])).join('\n')
  const failed = [...output.matchAll(/^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/gm)].map(([, name]) => name ?? '')
  return { failed, isBroken: (await run.exited) !== 0 && failed.length === 0, output }
}

const parallel = ['--parallel=2', '--no-isolate']
const named = (tests: readonly string[]) => tests.map((test) => `./test/${test}.test.ts`)

async function moneyTests(): Promise<string[]> {
  const paths = await Array.fromAsync(new Bun.Glob('test/*.test.ts').scan(copy))
  const texts = await Promise.all(paths.map((path) => Bun.file(join(copy, path)).text()))
  const speaks = (index: number) => /payment|ledger|refund|purchase|seller|sale/i.test(texts[index] ?? '')
  return paths.flatMap((path, index) => (speaks(index) ? [`./${path}`] : [])).toSorted()
}

let wellAlready: Promise<Run> | undefined

/** Returns the tests of all that speak of money which fail with the planted bug, and not without. */
async function failingMoneyTests(restore: () => Promise<unknown>): Promise<string[]> {
  const files = await moneyTests()
  const { failed } = await runTests(files, ...parallel)
  if (failed.length === 0) return []
  await restore()
  wellAlready ??= runTests(files, ...parallel)
  const before = await wellAlready
  return failed.filter((name) => !before.failed.includes(name))
}

type Outcome = { isCaught: boolean; says: string }

async function plant({ file, text, becomes, tests }: PlantedBug): Promise<Outcome> {
  const path = join(copy, file)
  const original = existsSync(path) ? await Bun.file(path).text() : ''
  const found = original.split(text).length - 1
  if (found !== 1) return { isCaught: false, says: `its text is ${found} times in ${file}: adapt it` }
  const restore = () => Bun.write(path, original)
  await Bun.write(
    path,
    original.replace(text, () => becomes),
  )
  try {
    const { failed, isBroken, output } = await runTests(named(tests), '--bail')
    if (isBroken) return { isCaught: false, says: `its tests cannot run:\n${output.slice(-2_000)}` }
    const [first] = failed.length > 0 ? failed : await failingMoneyTests(restore)
    return first === undefined ? { isCaught: false, says: 'survived' } : { isCaught: true, says: `caught by: ${first}` }
  } finally {
    await restore()
  }
}

if (bugs.length === 0) {
  console.error(`No planted bug has "${word}" in its name.`)
  process.exit(1)
}
copyTree()
const files = [...new Set(bugs.flatMap(({ tests }) => tests))].toSorted()
// Twice, because on a busy machine a test may be too slow once.
const before = await runTests(named(files), ...parallel)
const again = before.failed.length > 0 || before.isBroken ? await runTests(named(files), '--bail') : before
if (again.failed.length > 0 || again.isBroken) {
  console.error(`Without any bug this fails: ${again.failed[0] ?? again.output.slice(-2_000)}`)
  process.exit(1)
}
let passed = 0
for (const bug of bugs) {
  const from = performance.now()
  const { isCaught, says } = await plant(bug)
  if (isCaught) passed += 1
  console.log(
    `${isCaught ? 'ok  ' : 'FAIL'} ${bug.name}\n     ${says} (${((performance.now() - from) / 1000).toFixed(0)} s)`,
  )
}
console.log(`${passed} passed, ${bugs.length - passed} failed`)
process.exit(passed === bugs.length ? 0 : 1)
