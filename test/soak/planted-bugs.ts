import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { allPlantedBugs } from './planted-bugs/all.ts'
import type { PlantedBug } from './planted-bugs/bug.ts'
import { copyTree, stopTests, type Tree } from './planted-bugs/tree.ts'

/**
 * Plants bugs in copies of the tree, one at a time in each, and expects the tests named with it to
 * notice. Bugs of money that these miss are tried against all tests that speak of it, as long as
 * there is time. `bun test/soak/planted-bugs.ts [word]`: those with the word in their name or in
 * the file of the bug.
 */
// Beside other work the same tests take as many times longer as processes wait for a core.
const namedSec = Math.round(180 * Math.max(1, (loadavg()[0] ?? 0) / navigator.hardwareConcurrency))
const allSec = 420
const survivorsSec = 900
// One more than there are cores: tests wait a third of their time.
const trees = navigator.hardwareConcurrency + 1

const word = Bun.argv[2] ?? ''
const bugs = allPlantedBugs.filter(({ name, file }) => name.includes(word) || file.includes(word))
if (bugs.length === 0) {
  console.error(`No planted bug has "${word}" in its name or its file.`)
  process.exit(1)
}

// In memory, where the tests of `bun run test` write too.
const memory = '/dev/shm'
const space = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
const folder = mkdtempSync(join(space.bavail * space.bsize > 4e9 ? memory : tmpdir(), 'tapedeck-bugs-'))
process.once('exit', () => {
  stopTests()
  rmSync(folder, { recursive: true, force: true })
})
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

const parallel = ['--parallel=2', '--no-isolate']
const named = (tests: readonly string[]) => tests.map((test) => `./test/${test}.test.ts`)
const copies = Array.from({ length: Math.min(trees, bugs.length) }, (_, n) => copyTree(join(folder, `${n}`)))

/** Calls `act` with each item, as many at a time as there are copies. */
async function withCopies<T>(list: readonly T[], act: (tree: Tree, each: T) => Promise<void>): Promise<void> {
  const left = [...list]
  const takeAll = async (tree: Tree) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(tree, next)
  }
  await Promise.all(copies.map(takeAll))
}

/** Plants a bug while `act` runs. Returns undefined when its text does not occur exactly once. */
async function planted<T>(
  tree: Tree,
  { file, text, becomes }: PlantedBug,
  act: () => Promise<T>,
): Promise<T | undefined> {
  const path = join(tree.path, file)
  const original = existsSync(path) ? await Bun.file(path).text() : ''
  if (original.split(text).length !== 2) return undefined
  await Bun.write(
    path,
    original.replace(text, () => becomes),
  )
  try {
    return await act()
  } finally {
    await Bun.write(path, original)
  }
}

const survivors: PlantedBug[] = []
let passed = 0

function tell(bug: PlantedBug, isCaught: boolean, says: string, from: number): void {
  if (isCaught) passed += 1
  const sec = ((performance.now() - from) / 1000).toFixed(0)
  console.log(`${isCaught ? 'ok  ' : 'FAIL'} ${bug.name}\n     ${says} (${sec} s)`)
}

async function tryNamed(tree: Tree, bug: PlantedBug): Promise<void> {
  const from = performance.now()
  const outcome = await planted(tree, bug, () => tree.run(named(bug.tests), namedSec, '--bail'))
  const [first] = outcome?.failed ?? []
  if (!outcome) tell(bug, false, `its text is not once in ${bug.file}: adapt it`, from)
  else if (first !== undefined) tell(bug, true, `caught by: ${first}`, from)
  else if (outcome.isBroken) tell(bug, false, `its tests cannot run:\n${outcome.output.slice(-2_000)}`, from)
  else if (outcome.isStopped) tell(bug, false, `its tests did not end within ${namedSec} s`, from)
  else survivors.push(bug)
}

/** Tells whether all tests that speak of money notice a bug that those named with it miss. */
async function tryAll(tree: Tree, bug: PlantedBug): Promise<void> {
  const from = performance.now()
  const files = await moneyTests(tree)
  const { failed } = (await planted(tree, bug, () => tree.run(files, allSec, ...parallel))) ?? { failed: [] }
  const failing =
    failed.length === 0 ? [] : (await tree.run(await filesOf(tree, files, failed), allSec, ...parallel)).failed
  const first = failed.find((name) => !failing.includes(name))
  tell(
    bug,
    first !== undefined,
    first === undefined ? 'survived' : `caught by: ${first}, which is not named with it`,
    from,
  )
}

const textOf = (tree: Tree, path: string) => Bun.file(join(tree.path, path)).text()

async function moneyTests(tree: Tree): Promise<string[]> {
  const paths = (await Array.fromAsync(new Bun.Glob('test/!(web)/*.test.ts').scan(tree.path))).toSorted()
  const texts = await Promise.all(paths.map((path) => textOf(tree, path)))
  const speaks = (index: number) => /payment|ledger|refund|purchase|seller|sale/i.test(texts[index] ?? '')
  return paths.flatMap((path, index) => (speaks(index) ? [`./${path}`] : []))
}

/** Returns files that may hold these tests, to leave out what fails without the bug as well. */
async function filesOf(tree: Tree, files: readonly string[], names: readonly string[]): Promise<string[]> {
  const words = names.map((name) => name.split(' > ').at(-1)?.slice(0, 30) ?? name)
  const texts = await Promise.all(files.map((file) => textOf(tree, file)))
  const found = files.filter((_, index) => words.some((each) => texts[index]?.includes(each)))
  return found.length > 0 ? found : [...files]
}

const begun = performance.now()
/** The test files that fail without any bug: tried twice, as on a busy machine one may be slow. */
const broken: string[] = []
await withCopies([...new Set(bugs.flatMap(({ tests }) => tests))].toSorted(), async (tree, test) => {
  for (let tries = 0; ; tries += 1) {
    const { failed, isBroken, isStopped, output } = await tree.run(named([test]), namedSec)
    if (failed.length === 0 && !isBroken && !isStopped) return
    if (tries === 1) return void broken.push(`${test}: ${failed[0] ?? output.slice(-2_000)}`)
  }
})
if (broken.length > 0) {
  console.error(`Without any bug this fails:\n${broken.join('\n')}`)
  process.exit(1)
}
await withCopies(bugs, tryNamed)
const [tree] = copies
for (const bug of survivors) {
  const isOfMoney = /money|payment|ledger/.test(bug.file)
  if (tree && isOfMoney && performance.now() - begun < survivorsSec * 1000) await tryAll(tree, bug)
  else tell(bug, false, 'survived the tests that are named with it', performance.now())
}
console.log(
  `${passed} passed, ${bugs.length - passed} failed, in ${((performance.now() - begun) / 60_000).toFixed(1)} minutes`,
)
process.exit(passed === bugs.length ? 0 : 1)
