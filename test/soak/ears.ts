import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTree } from '../support/tree.ts'

/**
 * Ten flows by ear: Firefox with Orca, whose log tells what is spoken, held against the table in
 * `ears/flows.ts`. `bun test/soak/ears.ts ['search' …]`; it needs Debian's `orca`, `xvfb`, `dbus`
 * and `firefox-esr`. Nothing is heard: Orca is kept from its synthesiser.
 */
const tools = ['orca', 'Xvfb', 'dbus-run-session', 'firefox-esr']
const missing = tools.filter((name) => Bun.which(name) === null)
if (missing.length > 0) {
  console.error(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not here.`)
  process.exit(1)
}
const home = await mkdtemp(join(tmpdir(), 'tapedeck-ears-'))
// It has a message bus and a home of its own, as Orca and its settings are one for each.
const run = Bun.spawn(
  ['dbus-run-session', '--', process.execPath, inTree('test/soak/ears/walk.ts'), ...Bun.argv.slice(2)],
  {
    env: { ...Bun.env, HOME: home, XDG_RUNTIME_DIR: home, LANG: 'C.UTF-8', GNOME_ACCESSIBILITY: '1' },
    stdout: 'inherit',
    stderr: Bun.env.TAPEDECK_EARS_ALL ? 'inherit' : 'ignore',
  },
)
const exitCode = await run.exited
await rm(home, { recursive: true, force: true })
process.exit(exitCode)
