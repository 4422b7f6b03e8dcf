import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import packageFile from '../../package.json'
import { readSigningKey, signatureOf } from '../../src/platform/build/release/signing-key.ts'
import { targets } from '../../src/platform/build/release/targets.ts'
import { lockedRuntimes } from '../../src/platform/build/runtimes.ts'
import { fileHash, readPublicKey, verifySignature } from '../../src/platform/program/signature.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { inTree } from '../support/tree.ts'

/**
 * Made by minisign 0.11: a key without a passphrase, another public key, and a file that the first
 * one signed.
 */
const made = (name: string) => inTree(`test/fixtures/minisign/${name}`)
const textOf = (name: string) => readFileSync(made(name), 'utf8')
const key = readPublicKey(textOf('release.pub'))
const comment = 'tapedeck 0.3.0 linux-x64'

test('a signature of minisign is read, and ours is the same to the byte', async () => {
  const hash = await fileHash(Bun.file(made('file.txt')).stream())
  expect(verifySignature(textOf('file.txt.minisig'), key, hash)).toBe(comment)
  const signing = readSigningKey(textOf('release.key'))
  expect(readPublicKey(signing.publicLine)).toEqual(key)
  const own = signatureOf(signing, readFileSync(made('file.txt')), comment)
  expect(own.split('\n').slice(1)).toEqual(textOf('file.txt.minisig').split('\n').slice(1))
})

test.each([
  ['another file', (text: string) => text, 'other bytes', 'The file is not the one that was signed.'],
  [
    'another comment',
    (text: string) => text.replace('0.3.0', '0.4.0'),
    undefined,
    'What the signature says of the file was altered.',
  ],
  ['no signature', () => 'no signature', undefined, 'This is no signature of minisign.'],
])('%s is refused', async (_, change, other, problem) => {
  const bytes = other === undefined ? Bun.file(made('file.txt')) : new Blob([other])
  const hash = await fileHash(bytes.stream())
  expect(() => verifySignature(change(textOf('file.txt.minisig')), key, hash)).toThrow(problem)
})

test('verify-release says what a file is, and ends with 2 for another signer and an altered file', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  for (const name of ['file.txt', 'file.txt.minisig']) writeFileSync(at(name), textOf(name))
  const verify = async (...args: string[]) => {
    const { exitCode, out, err } = await runProgram(['verify-release', ...args], {})
    return [exitCode, out + err]
  }
  const path = at('file.txt')
  expect(await verify(path, '--key', made('release.pub'))).toEqual([
    0,
    `${path} is Tapedeck 0.3.0 for linux-x64, signed with the key ${key.id}.\n`,
  ])
  // It is printed to be compared before the first check: the key's file comes from where the
  // download does.
  expect(await verify('--key', made('release.pub'))).toEqual([
    1,
    `Usage: tapedeck verify-release FILE [--key FILE]\nReleases are signed with the key ${textOf('release.pub').split('\n')[1]}\n`,
  ])
  const other = readPublicKey(textOf('other.pub')).id
  expect(await verify(path, '--key', made('other.pub'))).toEqual([
    2,
    `${path} is not to be trusted: It is signed with the key ${key.id}, and not with ${other}.\n`,
  ])
  writeFileSync(path, 'a file of a releasE\n')
  expect(await verify(path, '--key', made('release.pub'))).toEqual([
    2,
    `${path} is not to be trusted: The file is not the one that was signed.\n`,
  ])
  expect(await verify(path)).toEqual([1, expect.stringContaining('knows no key of releases. Name one by --key FILE,')])
  expect(await verify(at('none'), '--key', made('release.pub'))).toEqual([
    1,
    expect.stringContaining('There is no file'),
  ])
})

test('the runtimes of all targets are pinned by hash, in the version that builds', async () => {
  const locked = await lockedRuntimes()
  expect(locked.map(({ name }) => name).toSorted()).toEqual(targets.map(({ runtime }) => runtime).toSorted())
  const version = packageFile.packageManager.replace('bun@', '')
  for (const runtime of locked)
    expect(runtime).toMatchObject({ version, sha512: expect.stringMatching(/^[0-9a-f]{128}$/) })
})
