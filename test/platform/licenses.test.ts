import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import packageFile from '../../package.json'
import { fontPackages } from '../../src/platform/build/fonts.ts'
import { collectLicenses } from '../../src/platform/build/licenses.ts'
import {
  archiveName,
  publicAddress,
  readBuildSource,
  sourceText,
  writeSourceArchive,
} from '../../src/platform/build/release/build-source.ts'
import { allSources } from '../support/sources.ts'
import { inTree } from '../support/tree.ts'

const text = await collectLicenses()
const sources = await allSources()

test('the licences print the conditions of the BSD libraries that are inside in compiled form', () => {
  for (const name of ['libogg', 'libvorbis', 'libFLAC']) expect(text).toMatch(new RegExp(`^${name}: Copyright`, 'm'))
  expect(text).toContain('Neither the name of the Xiph.org Foundation nor the names of its')
  expect(text).toContain('Redistributions in binary form must reproduce the above copyright')
})

test('the licences print the whole LGPL 3 with the GPL 3 that it builds on, and where those sources are', () => {
  const [, codecParser = ''] = text.split('\ncodec-parser ')
  const [whole = ''] = codecParser.split(`\n${'-'.repeat(80)}\n`)
  expect(whole).toContain('Sources: https://github.com/eshaz/codec-parser,')
  expect(whole).toContain('permanent authorization for you to choose that version for the')
  expect(text).toContain('END OF TERMS AND CONDITIONS')
  expect(text).toContain('Version 3, 29 June 2007')
})

test('the licences print the notices of Bun, with its libraries and how to link it again', () => {
  for (const words of [
    'JavaScriptCore',
    'boringssl',
    'tinycc: LGPL v2.1',
    'oven-sh/webkit',
    `version ${Bun.version}`,
  ]) {
    expect(text).toContain(words)
  }
})

test('every work under the MPL says where its sources are', () => {
  const works = [...text.matchAll(/^\S+ [\d.]+ \(MPL-2\.0\)\n(.*)$/gm)].map(([, next]) => next)
  expect(works.length).toBeGreaterThan(0)
  for (const next of works) expect(next).toStartWith('Sources: https://')
})

test('a work that we changed says so and where the changes are, and no other does', () => {
  const changed = [...text.matchAll(/^Sources: .*, and as used here with our changes, (\S+) in /gm)].map(([, at]) => at)
  expect(changed).toEqual(['patches/mediabunny@1.61.0.patch'])
  for (const path of Object.values(packageFile.patchedDependencies)) {
    expect([path, existsSync(inTree(path))]).toEqual([path, true])
  }
})

test('every package with compiled code in it names what was compiled, and packages that only a build needs are not named', () => {
  for (const name of [
    '@audio/decode-mp3',
    '@audio/decode-vorbis',
    '@wasm-audio-decoders/flac',
    'libflacjs',
    'taglib-wasm',
  ]) {
    expect(text).toMatch(new RegExp(`^.*inside.*${name}|^(?:All of them, )?.*${name} (?:and|have)`, 'm'))
  }
  for (const words of ['Emscripten authors', 'Rich Felker', 'Mark Adler', 'Skype Limited'])
    expect(text).toContain(words)
  for (const name of ['subset-font', 'harfbuzzjs', 'typescript'])
    expect(text).not.toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('every work has the text of its licence', () => {
  expect(text).not.toContain('The package adds no text of its licence.')
})

test('the licences name the commit of this very build, and the archive of its sources', () => {
  const source = readBuildSource()
  expect(text).toContain(sourceText(source))
  expect(text).toContain(source.commit ?? 'commit:  not known')
  expect(sourceText({ ...source, commit: 'abc', isChanged: false })).toContain(archiveName)
  for (const none of [{ isChanged: true }, { commit: undefined }]) {
    expect(sourceText({ address: undefined, commit: 'abc', isChanged: false, ...none })).toContain('archive: none')
  }
})

test('a source archive holds the files of the commit, and is not made of sources with changes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-archive-'))
  try {
    const { commit } = readBuildSource()
    writeFileSync(join(folder, archiveName), 'of an earlier build')
    expect(writeSourceArchive(folder, { address: undefined, commit, isChanged: true })).toBeUndefined()
    expect(readdirSync(folder)).toEqual([])
    if (commit === undefined) return
    const path = writeSourceArchive(folder, { address: undefined, commit, isChanged: false })
    expect(basename(path ?? '')).toBe(archiveName)
    const packed = Buffer.from(Bun.gunzipSync(await Bun.file(path ?? '').bytes()))
    expect(packed.includes(`tapedeck-${packageFile.version}/src/main.ts`)).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the address of the sources never shows a password or a folder', () => {
  expect(publicAddress('https://me:word@git.example/band/tapedeck.git')).toBe('https://git.example/band/tapedeck')
  expect(publicAddress('git@git.example:band/tapedeck.git')).toBe('https://git.example/band/tapedeck')
  for (const local of ['/srv/tapedeck', '../tapedeck', 'file:///srv/tapedeck', '']) {
    expect(publicAddress(local)).toBeUndefined()
  }
})

test('a start, test or build of a fresh clone gets its packages first', () => {
  const { start, test: all, build, fetch } = packageFile.scripts
  for (const script of [start, build]) expect(script).toStartWith('bun run --silent fetch && ')
  for (const script of [fetch, all]) expect(script).toStartWith('bun install --frozen-lockfile --silent ')
})

test('the demo and the executable are made without the packages that only tests need', () => {
  expect(packageFile.scripts.fetch).toContain(' --production ')
  // Only `bun run release` lists the contents, which installs everything first.
  const lister = 'src/platform/build/release/sbom.ts'
  expect(sources.filter(({ files }) => files.includes(lister)).map(({ path }) => path)).toEqual([
    'src/platform/build/release/release.ts',
  ])
  expect(sources.filter(({ files }) => files.includes('src/platform/build/release/release.ts'))).toEqual([])
  const product = sources
    .filter(({ path }) => !path.startsWith('test/') && path !== lister)
    .flatMap(({ packages }) => packages)
  const isForTests = (used: string) =>
    Object.keys(packageFile.devDependencies).some((name) => `${used}/`.startsWith(`${name}/`))
  expect([...product, ...fontPackages].filter(isForTests)).toEqual([])
})
