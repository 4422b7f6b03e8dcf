import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Decrypter } from 'age-encryption'
import { fixture, keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { runBackup, runRestore } from '../../support/operate/backup-commands.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { signUpAt, startProcess, temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

type Env = Record<string, string>

const backUp = (dataDir: string, place: string, env: Env = {}) => runBackup(dataDir, ['--to', place], env)
const restore = (dataDir: string, place: string, env: Env = {}, ...more: string[]) =>
  runRestore(dataDir, [place, ...more], env)

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile())

/** A site that is served, with a track of nova's. */
async function servedSite(dataDir: string) {
  const svc = await startProcess({ dataDir })
  const nova = await signUpAt(svc, 'nova')
  expect((await uploadTrack(svc, nova, await fixture('wav-16.wav'))).status).toBe(201)
  const kept = keptFiles(dataDir).filter((path) => /^blobs\/..\/[0-9a-f]{64}$/.test(path))
  expect(kept.length).toBeGreaterThan(0)
  return { svc, nova, kept }
}

async function expectSame(first: string, second: string, kept: readonly string[], cookie: string) {
  for (const path of kept) expect(readFileSync(join(second, path))).toEqual(readFileSync(join(first, path)))
  await using again = await startServer({ dataDir: second })
  expect((await again.call('GET', '/api/auth/session', { cookie })).status).toBe(200)
}

test('backups are added to a folder: stored files once for all of them, and each restores everything', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [first, backups] = [at('first'), at('backups')]
  mkdirSync(backups)
  const { svc, nova, kept } = await servedSite(first)
  await using _ = svc
  const one = await backUp(first, backups)
  expect([one.exitCode, one.err]).toEqual([0, ''])
  const objects = files(join(backups, 'objects'))
  for (const path of kept) expect(objects).toContain(path.replace('blobs/', ''))
  const written = objects.map((name) => statSync(join(backups, 'objects', name)).mtimeMs)
  const [older] = readdirSync(join(backups, 'backups')).filter((name) => name.includes('.tar'))
  await Bun.sleep(1_100)
  await signUpAt(svc, 'ada')
  const two = await backUp(first, backups)
  expect([two.exitCode, two.err]).toEqual([0, ''])
  // The later of one day takes the place of the earlier.
  expect(two.out).toContain(`Removed, since newer ones stay: ${older?.replace(/\..*/, '')}.`)
  expect(objects.map((name) => statSync(join(backups, 'objects', name)).mtimeMs)).toEqual(written)
  expect(readdirSync(join(backups, 'backups'))).toHaveLength(2)
  const modes = files(backups).map((name) => statSync(join(backups, name)).mode & 0o077)
  expect(new Set(modes)).toEqual(new Set([0]))
  expect(readdirSync(join(first, 'blobs/scratch')).filter((name) => name.startsWith('backup-'))).toEqual([])
  const restored = await restore(at('second'), backups)
  expect([restored.exitCode, restored.err]).toEqual([0, ''])
  await expectSame(first, at('second'), kept, nova.cookie)
})

test('with a passphrase nothing of the site is to be read in a backup, and age itself opens it', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [first, backups] = [at('first'), at('backups')]
  mkdirSync(backups)
  const env = { BACKUP_PASSPHRASE: 'three quiet rooms' }
  const { svc, nova, kept } = await servedSite(first)
  await using _ = svc
  const made = await backUp(first, backups, env)
  expect([made.exitCode, made.err]).toEqual([0, ''])
  for (const name of files(backups)) {
    const bytes = readFileSync(join(backups, name))
    expect([name, bytes.includes('SQLite format 3'), bytes.includes('RIFF')]).toEqual([name, false, false])
    if (name.endsWith('.age')) expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
  }
  const opener = new Decrypter()
  opener.addPassphrase(env.BACKUP_PASSPHRASE)
  const identity = await opener.decrypt(readFileSync(join(backups, 'identity.age')), 'text')
  const reader = new Decrypter()
  reader.addIdentity(identity)
  const sealed = files(join(backups, 'objects')).map((name) => readFileSync(join(backups, 'objects', name)))
  const opened = await Promise.all(sealed.map((each) => reader.decrypt(each)))
  const hashes = opened.map((bytes) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
  expect(hashes).toEqual(expect.arrayContaining(kept.map((path) => path.slice(-64))))
  // The names of packs do not contain the hashes of the files in them.
  expect(files(backups).filter((name) => hashes.some((hash) => name.includes(hash)))).toEqual([])

  const wrong = await restore(at('wrong'), backups, { BACKUP_PASSPHRASE: 'another passphrase' })
  expect([wrong.exitCode, wrong.err]).toEqual([1, expect.stringContaining('encrypted with another passphrase')])
  const none = await restore(at('none'), backups)
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('it is encrypted. Set BACKUP_PASSPHRASE')])
  const other = await backUp(first, backups, { BACKUP_PASSPHRASE: 'another passphrase' })
  expect([other.exitCode, other.err]).toEqual([1, expect.stringContaining('encrypted with another passphrase')])
  expect((await restore(at('second'), backups, env)).exitCode).toBe(0)
  await expectSame(first, at('second'), kept, nova.cookie)

  const tar = join(
    backups,
    'backups',
    readdirSync(join(backups, 'backups')).find((each) => each.endsWith('.age')) ?? '',
  )
  truncateSync(tar, statSync(tar).size - 1_000)
  const cut = await restore(at('cut'), backups, env)
  expect([cut.exitCode, cut.err]).toEqual([
    1,
    expect.stringContaining('it was cut short or altered. Nothing was restored.'),
  ])
  expect(readdirSync(at('cut')).filter((each) => !each.startsWith('lock'))).toEqual([])
})

test('backups are added to a bucket, and restored from it', async () => {
  using folder = temporaryFolder()
  await using bucket = await startBucket()
  const at = (name: string) => join(folder.path, name)
  const { svc, nova, kept } = await servedSite(at('first'))
  await using _ = svc
  const keys = Object.entries(bucket.env).flatMap(([name, value]) => (name.startsWith('S3_') ? [[name, value]] : []))
  const env: Env = Object.fromEntries(keys)
  const place = `${bucket.env.BLOBS}/backups`
  const made = await backUp(at('first'), place, env)
  expect([made.exitCode, made.err]).toEqual([0, ''])
  const stored = () => bucket.asked.filter((each) => /^PUT .*objects\//.test(each))
  const once = new Set(stored())
  bucket.asked.length = 0
  await Bun.sleep(1_100)
  expect((await backUp(at('first'), place, env)).exitCode).toBe(0)
  // No stored file is sent twice.
  expect([once.size > 0, stored().filter((each) => once.has(each))]).toEqual([true, []])
  expect((await restore(at('second'), place, env)).exitCode).toBe(0)
  await expectSame(at('first'), at('second'), kept, nova.cookie)
  const without = await backUp(at('first'), place)
  expect([without.exitCode, without.err]).toEqual([1, expect.stringContaining('BACKUP_S3_ACCESS_KEY_ID')])
  const away = await backUp(at('first'), place, { ...env, S3_ENDPOINT: 'http://127.0.0.1:9' })
  expect([away.exitCode, away.err]).toEqual([1, expect.stringContaining('The bucket cannot be reached')])
})

test('a backup that was altered or lost a file restores nothing, and no site or folder adds none', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const backups = at('backups')
  const { svc, kept } = await servedSite(at('first'))
  await svc.end('SIGTERM')
  expect((await backUp(at('first'), backups)).err).toContain('there is no such folder')
  mkdirSync(backups)
  const none = await backUp(at('none'), backups)
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('no such folder')])
  expect((await restore(at('second'), backups)).err).toContain('it has no backup')
  expect(readdirSync(backups)).toEqual([])
  expect((await backUp(at('first'), backups)).exitCode).toBe(0)
  expect((await restore(at('second'), backups, {}, '--at', '2020-01-01T00-00-00Z')).err).toContain(
    'it has no backup 2020',
  )
  const object = join(backups, kept[0]?.replace('blobs', 'objects') ?? '')
  const whole = readFileSync(object)
  writeFileSync(object, 'RIFF')
  expect((await restore(at('second'), backups)).err).toContain(`its file ${kept[0]} is damaged. Nothing was restored.`)
  rmSync(object)
  expect((await restore(at('second'), backups)).err).toContain('there is no such file')
  expect(readdirSync(at('second')).filter((each) => !each.startsWith('lock'))).toEqual([])
  // The next backup stores again what the place lost.
  await Bun.sleep(1_100)
  expect((await backUp(at('first'), backups)).exitCode).toBe(0)
  expect(readFileSync(object)).toEqual(whole)
  expect((await restore(at('second'), backups)).exitCode).toBe(0)
})

test('a stored file that is damaged is told each time, removes no backup, and every backup restores', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const { svc, kept } = await servedSite(at('first'))
  await svc.end('SIGTERM')
  mkdirSync(at('backups'))
  const [path = ''] = kept
  const whole = readFileSync(join(at('first'), path))
  writeFileSync(join(at('first'), path), 'RIFF')
  for (const place of ['second', 'third']) {
    const made = await backUp(at('first'), at('backups'))
    expect([made.exitCode, made.out]).toEqual([1, expect.stringContaining(`Damaged in the data folder already`)])
    expect(made.out).not.toContain('Removed')
    expect((await restore(at(place), at('backups'))).exitCode).toBe(0)
    await Bun.sleep(1_100)
  }
  writeFileSync(join(at('first'), path), whole)
  expect((await backUp(at('first'), at('backups'))).exitCode).toBe(0)
  expect((await restore(at('fourth'), at('backups'))).exitCode).toBe(0)
  expect(readFileSync(join(at('fourth'), path))).toEqual(whole)
})
