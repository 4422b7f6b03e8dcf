import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from './support/process.ts'
import { allRefusals, runTests, type TestRun } from './support/run/run-tests.ts'
import { inTree } from './support/tree.ts'

const begin = "import { expect, test } from 'bun:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n"
const passing = "test('passes', () => {})\n"
// Passes at each try but the first.
const flaky = `test('is flaky', () => {
  const wasHere = existsSync(import.meta.path + '.seen')
  writeFileSync(import.meta.path + '.seen', '')
  expect(wasHere).toBe(true)
})
`
const files = {
  passing,
  'takes.long': passing,
  flaky,
  failing: "test('fails', () => expect(1).toBe(2))\n",
  skipped: `${passing}test.skip('is skipped', () => {})\n`,
  unloadable: "import './missing.ts'\ntest('never runs', () => {})\n",
  killed: `${passing}test('kills', () => process.kill(process.pid, 'SIGKILL'))\ntest('never runs', () => {})\n`,
  leaving: `${passing}test('leaves', () => process.exit(0))\ntest('never runs', () => {})\n`,
  hook: `import { beforeAll } from 'bun:test'\nbeforeAll(() => { throw new Error('no') })\n${passing}`,
  late: `${passing}test('hears of an error', () => { queueMicrotask(() => { throw new Error('late') }); return Bun.sleep(1) })\n`,
  empty: 'export {}\n',
}
type Name = keyof typeof files

/** Runs tests in a folder of their own. Returns whether the run is fine and its last line. */
async function run(
  names: readonly Name[],
  args: readonly string[] = [],
  { refuses = [], isAll = false }: Partial<Pick<TestRun, 'refuses' | 'isAll'>> = {},
) {
  using folder = temporaryFolder()
  for (const name of names) await Bun.write(join(folder.path, `test/${name}.test.ts`), begin + files[name])
  await Bun.write(join(folder.path, 'bunfig.toml'), '[test]\nroot = "./test"\n')
  let printed = ''
  const isFine = await runTests({
    cwd: folder.path,
    env: { ...Bun.env },
    flags: ['--parallel=3', '--no-isolate'],
    limit: ['--timeout=60000'],
    args,
    isAll,
    refuses,
    signal: new AbortController().signal,
    print: (text) => {
      printed += text
    },
  })
  return { isFine, last: printed.trimEnd().split('\n').at(-1) ?? '', printed }
}

const again = ', 1 passed at its second try: test/flaky.test.ts'

test.each<[Name[], boolean, string]>([
  [['passing'], true, '1 passed, 0 failed, 0 skipped'],
  [['passing', 'skipped'], true, '2 passed, 0 failed, 1 skipped'],
  [['passing', 'failing'], false, '1 passed, 1 failed, 0 skipped'],
  [['passing', 'flaky'], true, `1 passed, 0 failed, 0 skipped${again}`],
  [['passing', 'flaky', 'skipped'], true, `2 passed, 0 failed, 1 skipped${again}`],
  [['passing', 'flaky', 'failing'], false, '1 passed, 2 failed, 0 skipped'],
  [['passing', 'late'], false, '2 passed, 1 failed, 0 skipped'],
  [['empty'], false, '0 passed, 1 failed, 0 skipped'],
])('the tests %p: whether the run is fine is %p, and its last line is %p', async (names, isFine, last) => {
  expect(await run(names)).toMatchObject({ isFine, last })
})

const skippedOne = 'Refused, as a test was skipped'
const secondTry = 'Refused, as test/flaky.test.ts passed only at its second try'

test.each<[Name[], string[]]>([
  [['passing'], []],
  [['passing', 'skipped'], [skippedOne]],
  [['passing', 'flaky'], [secondTry]],
  [
    ['passing', 'flaky', 'skipped'],
    [skippedOne, secondTry],
  ],
])('a run of %p that refuses all is refused for each of %p, and its last line is the same', async (names, refusals) => {
  const [strict, lenient] = await Promise.all([run(names, [], { refuses: allRefusals }), run(names)])
  expect({ isFine: strict.isFine, last: strict.last }).toEqual({ isFine: refusals.length === 0, last: lenient.last })
  expect([...strict.printed.matchAll(/^(Refused, as .*):/gm)].map(([, why]) => why)).toEqual(refusals)
  expect(lenient.printed).not.toContain('Refused')
})

test('a run that refuses a skipped test alone says nothing of a second try', async () => {
  const { isFine, printed } = await run(['passing', 'flaky'], [], { refuses: ['skipped'] })
  expect({ isFine, isRefused: printed.includes('Refused') }).toEqual({ isFine: true, isRefused: false })
  expect(await run(['passing', 'skipped'], [], { refuses: ['skipped'] })).toMatchObject({ isFine: false })
})

test('CI refuses a skipped test in each of its runs', async () => {
  const script = await Bun.file(inTree('.ci/run')).text()
  expect(script.match(/\$bun run test\b.*/g)).toEqual([
    expect.stringContaining(' --refuse=skipped '),
    expect.stringContaining(' --refuse=skipped '),
  ])
})

test.each<[Name, string]>([
  ['unloadable', 'Cannot find module'],
  ['killed', 'test/killed.test.ts (worker crashed: SIGKILL)'],
  ['leaving', 'test/leaving.test.ts (worker crashed: exit code 0)'],
  ['hook', 'error: no'],
  ['empty', 'Did not run: test/empty.test.ts'],
])(
  'a run with the file %p fails, with one beside it that passes at its second try as well, and says why',
  async (name, why) => {
    for (const names of [['passing', name] as const, ['passing', 'flaky', name] as const]) {
      const { isFine, last, printed } = await run(names)
      expect({ isFine, last: last.replace(/^\d+ passed, [1-9]\d* failed, 0 skipped$/, 'failed') }).toEqual({
        isFine: false,
        last: 'failed',
      })
      expect(printed).toContain(why)
      expect(printed).not.toContain('second try')
    }
  },
)

test('a file that was asked for and is not there fails the run, and what was asked for is tried once', async () => {
  expect(await run(['passing'], ['test/passing.test.ts'])).toMatchObject({ isFine: true })
  const { isFine, printed } = await run(['passing'], ['test/passing.test.ts', 'test/other.test.ts'])
  expect(isFine).toBe(false)
  expect(printed).toContain('Did not run: test/other.test.ts')
  expect(await run(['flaky'], ['test/flaky.test.ts'])).toMatchObject({ isFine: false })
})

test('files that take long are part of a run of all, and of one that asks for them', async () => {
  const names = ['passing', 'takes.long'] as const
  const runs = await Promise.all([run(names), run(names, [], { isAll: true }), run(names, ['test/takes.long.test.ts'])])
  expect(runs.map(({ isFine, last }) => [isFine, Number.parseInt(last, 10)])).toEqual([
    [true, 1],
    [true, 2],
    [true, 1],
  ])
  expect(runs.map(({ printed }) => printed.includes('takes.long'))).toEqual([false, true, true])
})

test('of a shared run each part has to run as many files as it says', async () => {
  const parts = ['--shard=1/2', '--shard=2/2'].map((part) => run(['passing', 'skipped', 'empty', 'late'], [part]))
  expect((await Promise.all(parts)).map(({ printed }) => printed)).toEqual([
    expect.stringContaining('Did not run: 1 of the 2 files here'),
    expect.not.stringContaining('Did not run'),
  ])
})

test('a file that is run by itself has the limit of the whole run', async () => {
  const { test: settings } = Object(Bun.TOML.parse(await Bun.file(inTree('bunfig.toml')).text()))
  expect(settings.preload).toContain('./test/support/run/limit.ts')
  using folder = temporaryFolder()
  // Longer than Bun's own limit.
  await Bun.write(join(folder.path, 'test/slow.test.ts'), `${begin}test('is slow', () => Bun.sleep(5100))\n`)
  const command = [process.execPath, 'test', '--preload', inTree('test/support/run/limit.ts')]
  const child = Bun.spawn(command, { cwd: folder.path, stdout: 'ignore', stderr: 'pipe' })
  expect(await new Response(child.stderr).text()).toContain(' 1 pass\n 0 fail\n')
})
