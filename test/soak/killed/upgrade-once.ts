import { findService, type Service } from '../../../src/operate/upgrade/program/running-site.ts'
import { upgradeProgram } from '../../../src/operate/upgrade/program/upgrade.ts'

/**
 * Runs one upgrade in a process of its own, so that it can be killed: `bun upgrade-once.ts DATA_DIR
 * EXECUTABLE CANDIDATE stays|back`. With `back` the new program does not answer in time, so that
 * the old one is put back.
 */
const [dataDir = '', executable = '', candidate = '', end] = Bun.argv.slice(2)
const found = findService(dataDir, {
  executable,
  isRoot: false,
  signal: (pid, name) => process.kill(pid, name),
})
let starts = 0
const slow = (service: Service): Service => ({
  ...service,
  async start() {
    starts += 1
    const problem = await service.start()
    return starts === 1 ? (problem ?? 'it does not answer') : problem
  },
})
const version = Bun.spawnSync([candidate, '--version']).stdout.toString().trim()
const service = found && end === 'back' ? slow(found) : found
await upgradeProgram({
  executable,
  candidate,
  version,
  dataDir,
  env: Bun.env,
  service,
  pid: process.pid,
  print: (line) => console.log(line),
})
