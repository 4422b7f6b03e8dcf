import { expect } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parseJson } from '../../src/lib/json/json.ts'
import { targets } from '../../src/platform/build/release/targets.ts'
import { readSignedComment } from '../../src/platform/program/download.ts'
import { version } from '../../src/platform/version.ts'
import { checkMachO } from '../support/platform/mach-o.ts'
import { inTree } from '../support/tree.ts'

/**
 * Checks what `bun run release` made: each signature by minisign and by the program itself, the
 * list of contents by the schema of CycloneDX, each executable by its header, and those that this
 * machine or an emulator can run by serving a page.
 */
const release = inTree('dist/release')
const scratch = mkdtempSync(join(tmpdir(), 'tapedeck-release-'))
const sysroot = '/usr/aarch64-linux-gnu'
const isSigned = existsSync(join(release, 'tapedeck.pub'))

/** The bytes of an executable's header, their offset, and the command that starts it here. */
const machines: Readonly<Record<string, { at: number; bytes: number[]; start?: string[] }>> = {
  'linux-x64': { at: 18, bytes: [0x3e, 0], start: [] },
  'linux-arm64': { at: 18, bytes: [0xb7, 0], start: ['qemu-aarch64', '-L', sysroot] },
  'linux-x64-musl': { at: 18, bytes: [0x3e, 0] },
  'linux-arm64-musl': { at: 18, bytes: [0xb7, 0] },
  'macos-arm64': { at: 0, bytes: [0xcf, 0xfa, 0xed, 0xfe, 0x0c, 0, 0, 1] },
  'windows-x64': { at: 0, bytes: [0x4d, 0x5a] },
}

function run(command: string[], cwd = release): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd })
  if (exitCode !== 0) throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stderr}${stdout}`)
  return stdout.toString()
}

/** Starts an executable on an empty folder and returns the status of its first page. */
async function firstPage(command: string[], name: string): Promise<number> {
  const env = { DATA_DIR: join(scratch, `data-${name}`), PORT: '0', HOST: '127.0.0.1' }
  const child = Bun.spawn([...command, 'serve'], { env, stdout: 'pipe', stderr: 'ignore' })
  try {
    let printed = ''
    for await (const piece of child.stdout) {
      printed += new TextDecoder().decode(piece)
      const url = /^listening on (\S+)$/m.exec(printed)?.[1]
      if (url !== undefined) return (await fetch(url)).status
    }
    throw new Error(`it ended before it listened: ${printed}`)
  } finally {
    child.kill()
    await child.exited
  }
}

async function checkTarget(name: string): Promise<string> {
  const archive = `tapedeck-${version}-${name}.tar.gz`
  run(['tar', '-xzf', join(release, archive)], scratch)
  const folder = join(scratch, `tapedeck-${version}-${name}`)
  const program = join(folder, name === 'windows-x64' ? 'tapedeck.exe' : 'tapedeck')
  const machine = machines[name]
  if (machine === undefined) throw new Error(`nothing is known of ${name}`)
  const head = readFileSync(program).subarray(machine.at, machine.at + machine.bytes.length)
  expect([name, ...head]).toEqual([name, ...machine.bytes])
  if (name.endsWith('musl')) expect(run(['head', '-c', '1000', program])).toContain('/lib/ld-musl-')
  if (name === 'macos-arm64') return checkMachO(readFileSync(program))
  const [emulator] = machine.start ?? []
  const canStart =
    machine.start !== undefined && (emulator === undefined || (Bun.which(emulator) && existsSync(sysroot)))
  if (!machine.start || !canStart) return 'header only: nothing here runs it'
  const command = [...machine.start, program]
  expect(run([...command, '--version']).trim()).toBe(version)
  expect(await firstPage(command, name)).toBe(200)
  return `serves its first page${emulator === undefined ? '' : ` under ${emulator}`}`
}

try {
  if (!existsSync(release)) throw new Error('There is no dist/release: run bun run release first.')
  run(['sha256sum', '--strict', '-c', 'SHA256SUMS'])
  for (const signature of readdirSync(release).filter((name) => name.endsWith('.minisig'))) {
    const file = signature.replace(/\.minisig$/, '')
    const own = [process.execPath, inTree('src/main.ts'), 'verify-release', file, '--key', 'tapedeck.pub']
    const comment = run(['minisign', '-V', '-Q', '-p', 'tapedeck.pub', '-m', file]).trim()
    expect([file, run(own)]).toEqual([file, expect.stringContaining(readSignedComment(comment).content)])
  }
  const schemas = inTree('node_modules/@cyclonedx/cyclonedx-library/res/schema')
  const schema = (name: string) =>
    Object(parseJson(readFileSync(join(schemas, `${name}.SNAPSHOT.schema.json`), 'utf8')))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  const others = ['spdx', 'jsf-0.82', 'cryptography-defs']
  for (const name of others) ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const bom = parseJson(readFileSync(join(release, `tapedeck-${version}.cdx.json`), 'utf8'))
  if (!ajv.validate(schema('bom-1.6'), bom)) throw new Error(`the list of contents: ${ajv.errorsText()}`)
  for (const { name } of targets) {
    if (existsSync(join(release, `tapedeck-${version}-${name}.tar.gz`)))
      console.log(`${name}: ${await checkTarget(name)}`)
  }
  console.log(isSigned ? 'Each signature was checked by minisign too.' : 'NOT SIGNED.')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
