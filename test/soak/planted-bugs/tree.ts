import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dir, '../../..')

/**
 * The outcome of test files; `isBroken`: they could not be run. When they were stopped, `failed`
 * has what had failed until then.
 */
export type Outcome = { failed: string[]; isBroken: boolean; isStopped: boolean; output: string }

/** A copy of the tree in which tests run, with a folder of its own for what they write. */
export type Tree = {
  readonly path: string
  /** Runs test files for at most `mostSec`, then kills all that they started. */
  run(files: readonly string[], mostSec: number, ...flags: string[]): Promise<Outcome>
}

/** Copies what git has of the tree, or would add, into a folder. */
export function copyTree(folder: string): Tree {
  const path = join(folder, 'tree')
  const TMPDIR = join(folder, 'tmp')
  mkdirSync(TMPDIR, { recursive: true })
  const listed = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  if (listed.exitCode !== 0) throw new Error(`git ls-files: ${listed.stderr}`)
  for (const name of listed.stdout.toString().split('\n').filter(Boolean)) {
    if (!existsSync(join(root, name))) continue
    mkdirSync(dirname(join(path, name)), { recursive: true })
    cpSync(join(root, name), join(path, name))
  }
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  const run: Tree['run'] = async (files, mostSec, ...flags) => {
    // Into files, because a process that a test started may outlive it and hold a pipe open.
    const [out, err] = [join(folder, 'out'), join(folder, 'err')]
    // Bun overwrites a file and does not truncate it: the end of a longer output before would stay.
    for (const path of [out, err]) rmSync(path, { force: true })
    const child = Bun.spawn([process.execPath, 'test', '--timeout=30000', ...flags, ...files], {
      cwd: path,
      // A test that waits for what a bug prevents has to fail before it is stopped.
      env: { ...Bun.env, TMPDIR, TAPEDECK_TEST_WAIT_MS: `${mostSec * 250}` },
      stdin: 'ignore',
      stdout: Bun.file(out),
      stderr: Bun.file(err),
      // A process group of its own, which is killed as a whole.
      detached: true,
    })
    groups.add(child.pid)
    let isStopped = false
    const timer = setTimeout(() => {
      isStopped = true
      killGroup(child.pid)
    }, mostSec * 1000)
    const exitCode = await child.exited
    clearTimeout(timer)
    killGroup(child.pid)
    groups.delete(child.pid)
    const output = `${readFileSync(out, 'utf8')}\n${readFileSync(err, 'utf8')}`
    const failed = [...output.matchAll(/^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/gm)].map(([, name]) => name ?? '')
    return { failed, isBroken: exitCode !== 0 && failed.length === 0 && !isStopped, isStopped, output }
  }
  return { path, run }
}

const groups = new Set<number>()

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}

/** Kills all tests that run. */
export function stopTests(): void {
  for (const pid of groups) killGroup(pid)
}
