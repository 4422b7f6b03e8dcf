import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { downloadName, signatureSuffix, signedComment, sumsName } from '../../program/download.ts'
import { version } from '../../version.ts'
import { compileProgram, prepareAssets } from '../build.ts'
import { type Beside, packDownload, programName } from '../pack-download.ts'
import { fetchRuntimes, lockedRuntimes } from '../runtimes.ts'
import { archiveName, readBuildSource, writeSourceArchive } from './build-source.ts'
import { type Hashed, provenanceOf } from './provenance.ts'
import { writeBillOfMaterials } from './sbom.ts'
import { readSigningKey, type SigningKey, signatureOf } from './signing-key.ts'
import { targets } from './targets.ts'

const root = join(import.meta.dir, '../../../..')
const shells = ['bash', 'zsh', 'fish']

function printed(...args: string[]): string {
  const { stdout, exitCode } = Bun.spawnSync(['bun', join(root, 'src/main.ts'), ...args])
  if (exitCode !== 0) throw new Error(`tapedeck ${args.join(' ')} ended with ${exitCode}.`)
  return stdout.toString()
}

/**
 * Returns the files packed beside the program for a target: its manual page, and for Linux the
 * files that set it up as a service.
 */
function besideOf(target: string): Beside[] {
  if (target.startsWith('windows')) return []
  const pages = [
    { name: 'tapedeck.1', text: printed('man') },
    ...shells.map((shell) => ({ name: `completions/tapedeck.${shell}`, text: printed('completions', shell) })),
  ]
  const unit = { name: 'tapedeck.service', text: readFileSync(join(root, 'install/tapedeck.service'), 'utf8') }
  return target.startsWith('linux') ? [...pages, unit] : pages
}

const hashOf = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')

/** With a key each is signed by its kind. */
function openRelease(folder: string, key: SigningKey | undefined) {
  const files: Hashed[] = []
  const sign = (name: string, content: string) => {
    if (key === undefined) return
    const signature = signatureOf(key, readFileSync(join(folder, name)), signedComment({ version, content }))
    writeFileSync(join(folder, name + signatureSuffix), signature)
  }
  return {
    files,
    /** Adds a file, which is already written when no bytes are given. */
    add(name: string, bytes?: Uint8Array | string) {
      if (bytes !== undefined) writeFileSync(join(folder, name), bytes)
      files.push({ name, sha256: hashOf(readFileSync(join(folder, name))) })
    },
    sign,
    end() {
      writeFileSync(join(folder, sumsName), files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(''))
      sign(sumsName, sumsName)
      if (key !== undefined) writeFileSync(join(folder, 'tapedeck.pub'), publicFile(key))
    },
  }
}

const publicFile = ({ publicLine }: SigningKey) =>
  `untrusted comment: public key of Tapedeck's releases\n${publicLine}\n`

/** The targets to make: `only` names the targets, all of them where it is empty. */
type ReleaseOptions = { keyFile: string | undefined; builder: string; only: readonly string[] }

/** Makes everything that is published for a version, in `dist/release`. */
async function makeRelease({ keyFile, builder, only }: ReleaseOptions): Promise<string> {
  const source = readBuildSource()
  const { commit } = source
  if (commit === undefined || source.isChanged)
    throw new Error(
      'A release is made of a commit, and these sources have changes or no repository. Commit them first.',
    )
  const key = keyFile === undefined ? undefined : readSigningKey(readFileSync(keyFile, 'utf8'))
  const startedAt = new Date()
  const folder = join(root, 'dist/release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const release = openRelease(folder, key)
  const runtimeOf = await fetchRuntimes(join(root, '.build/runtimes'))
  const client = await prepareAssets()
  for (const target of targets.filter(({ name }) => only.length === 0 || only.includes(name))) {
    const executable = join(root, '.build/release', target.name, programName(target.name))
    const built = { version, target: target.name, releaseKey: key?.publicLine ?? null }
    await compileProgram(executable, {
      client,
      built,
      foreign: { target: target.bun, executablePath: runtimeOf(target) },
    })
    const name = downloadName(version, target.name)
    release.add(name, await packDownload(executable, target.name, besideOf(target.name), startedAt))
    release.sign(name, target.name)
    console.log(`${name}: ${(Bun.file(join(folder, name)).size / 1e6).toFixed(1)} MB`)
  }
  writeSourceArchive(folder, source)
  release.add(archiveName)
  release.add(`tapedeck-${version}-licenses.txt`, readFileSync(join(client, 'licenses.txt')))
  release.add(`tapedeck-${version}.cdx.json`, await writeBillOfMaterials(startedAt))
  const making = {
    source,
    runtimes: await lockedRuntimes(),
    lockfile: hashOf(readFileSync(join(root, 'bun.lock'))),
    builder,
    startedAt,
    endedAt: new Date(),
  }
  release.add(`tapedeck-${version}.provenance.json`, provenanceOf([...release.files], making))
  release.end()
  return folder
}

const options = { key: { type: 'string' }, builder: { type: 'string', default: 'urn:tapedeck:by-hand' } } as const
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const folder = await makeRelease({ keyFile: values.key, builder: values.builder, only: positionals })
console.log(`${folder}${values.key === undefined ? ', not signed: name the key by --key FILE (minisign -G -W)' : ''}`)
