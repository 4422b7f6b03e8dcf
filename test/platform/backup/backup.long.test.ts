import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { packTar, unpackTar } from 'modern-tar'
import { backupFile, restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { beginUpload, offsetOf, sendPiece } from '../../support/casset/tus.ts'
import { fixture, keptFiles, uploadTrack } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { runBackup, runRestore } from '../../support/operate/backup-commands.ts'
import { runProgram, type ServerProcess, signUpAt, startProcess, temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

const backUp = (dataDir: string, file: string) => runBackup(dataDir, [file])
const restore = (dataDir: string, file: string) => runRestore(dataDir, [file])

/**
 * Signs one person up, and goes on with others meanwhile; the function that it returns ends that
 * and gives all of them.
 */
async function signUpMany(svc: ServerProcess) {
  const authors = [await signUpAt(svc, 'fan0')]
  let isOver = false
  const all = (async () => {
    for (let n = 1; !isOver; n += 1) {
      authors.push(await signUpAt(svc, `fan${n}`))
      // An address may send no more than ten at once.
      await Bun.sleep(300)
    }
    return authors
  })()
  return () => {
    isOver = true
    return all
  }
}

/** Unpacks a backup by what any machine has: `tar` and `sha256sum`, else by Bun. */
async function unpackByOthers(file: string, folder: string): Promise<void> {
  if (Bun.which('tar') === null) return void (await new Bun.Archive(await Bun.file(file).bytes()).extract(folder))
  const exitCodes = [
    ['tar', '-xf', file],
    ['sha256sum', '--status', '-c', 'SHA256SUMS'],
  ].map((command) => Bun.spawnSync(command, { cwd: folder }).exitCode)
  expect(exitCodes).toEqual([0, 0])
}

test('a backup is made while the site is used, and restores all of it: people, music, uploads under way, keys', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [first, second, file, unpacked] = [at('first'), at('second'), at('site.tar'), at('unpacked')]
  await using svc = await startProcess({ dataDir: first })
  const nova = await signUpAt(svc, 'nova')
  const sound = await fixture('wav-16.wav')
  expect((await uploadTrack(svc, nova, sound)).status).toBe(201)
  const begun = await beginUpload(svc, nova, sound.length)
  await sendPiece(svc, nova, begun, 0, sound.slice(0, 1000))
  // Of a track that is being read there are parts of files, whole a moment later, and scratch
  // files, which no backup has.
  const kept = keptFiles(first).filter((path) => !path.endsWith('.part') && !path.startsWith('blobs/scratch/'))
  const endSignUps = await signUpMany(svc)

  const { exitCode, out, err } = await runProgram(['backup', file], { DATA_DIR: first })
  expect([exitCode, err]).toEqual([0, ''])
  expect(out).toStartWith(`${file} has all of ${first}: `)
  mkdirSync(unpacked)
  await unpackByOthers(file, unpacked)
  const sums = readFileSync(join(unpacked, 'SHA256SUMS'), 'utf8').trimEnd().split('\n')
  for (const line of sums) {
    const [sum = '', name = ''] = line.split('  ')
    expect([name, new Bun.SHA256().update(readFileSync(join(unpacked, name))).digest('hex')]).toEqual([name, sum])
  }
  rmSync(unpacked, { recursive: true })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const fans = await endSignUps()
  expect(fans.length).toBeGreaterThan(1)
  expect(readdirSync(join(first, 'blobs/scratch')).filter((name) => name.startsWith('backup-'))).toEqual([])
  expect(readdirSync(folder.path).toSorted()).toEqual(['first', 'site.tar'])

  const restored = await runProgram(['restore', file], { DATA_DIR: second })
  expect([restored.exitCode, restored.err]).toEqual([0, ''])
  expect(readdirSync(second)).not.toContain('log-head.json')
  const modes = readdirSync(second, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(second, name)).mode & 0o077,
  )
  expect(new Set(modes)).toEqual(new Set([0]))
  for (const path of kept) expect(readFileSync(join(second, path))).toEqual(readFileSync(join(first, path)))
  await using again = await startProcess({ dataDir: second })
  const session = await again.call('GET', '/api/auth/session', { cookie: nova.cookie })
  expect([session.status, session.text]).toEqual([200, expect.stringContaining('nova')])
  expect(await offsetOf(again, nova, begun)).toBe(1000)
  const [one] = fans
  expect((await again.call('GET', '/api/auth/session', { cookie: one?.cookie ?? '' })).status).toBe(200)
})

test('a backup replaces no file, and there is none of a folder without a site', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'site.tar')
  writeFileSync(file, 'something else')
  await using svc = await startServer({ dataDir: join(folder.path, 'data') })
  const replaced = await backUp(svc.dataDir, file)
  expect([replaced.exitCode, replaced.err]).toEqual([
    1,
    `${file} cannot be used: it exists already. Name a new file.\n`,
  ])
  expect(readFileSync(file, 'utf8')).toBe('something else')
  const nowhere = await backUp(svc.dataDir, join(folder.path, 'no', 'x.tar'))
  expect([nowhere.exitCode, nowhere.err]).toEqual([1, expect.stringMatching(/: there is no folder \S+\/no\. .+\n$/)])
  expect(await backUp(svc.dataDir, '')).toEqual({
    exitCode: 1,
    out: 'Usage: tapedeck backup FILE, or tapedeck backup --to FOLDER or s3://BUCKET\n',
    err: '',
  })
  const empty = join(folder.path, 'empty')
  mkdirSync(empty)
  const none = await backUp(empty, join(folder.path, 'none.tar'))
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('it has no tapedeck.db')])
  expect([readdirSync(empty), existsSync(join(folder.path, 'none.tar'))]).toEqual([[], false])
})

test('a backup that is damaged, cut short, altered or none restores nothing, also beside the folder, and a folder that is not empty is left alone', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const svc = await startProcess({ dataDir: at('data') })
  await uploadTrack(svc, await signUpAt(svc, 'nova'), await fixture('wav-8.wav'))
  await svc.end('SIGKILL')
  await backUp(at('data'), at('good.tar'))
  const good = readFileSync(at('good.tar'))
  const entries = await unpackTar(good)
  const [head, ...files] = entries.slice(0, -1).map(({ header, data }) => ({ name: header.name, data: data ?? '' }))
  const tarOf = (all: readonly { name: string; data: string | Uint8Array }[]) =>
    packTar(all.map(({ name, data }) => ({ header: { name, size: data.length }, body: data })))
  /** A backup with other files, whose head and hashes are right. */
  const madeOf = (all: typeof files) => {
    const lines = all.map(({ name, data }) => `${new Bun.SHA256().update(data).digest('hex')}  ${name}\n`)
    const said = { ...JSON.parse(`${Buffer.from(head?.data ?? '')}`), files: all.length }
    return tarOf([
      { name: 'backup.json', data: JSON.stringify(said) },
      ...all,
      { name: 'SHA256SUMS', data: lines.join('') },
    ])
  }
  const withEntry = (name: string, data: string | Uint8Array<ArrayBuffer>) =>
    madeOf([...files.filter((file) => file.name !== name), { name, data }])
  const sums = { name: 'SHA256SUMS', data: `${Buffer.from(entries.at(-1)?.data ?? '')}` }
  /** A backup that is not what its hashes say. */
  const changed = (change: (name: string) => { name: string; data: string }[] | undefined) =>
    tarOf(entries.flatMap(({ header, data }) => change(header.name) ?? [{ name: header.name, data: data ?? '' }]))
  const stored = entries.find(({ header }) => header.name.startsWith('blobs/'))?.header.name ?? ''
  mkdirSync(at('restored'))
  const bad = {
    'cut.tar': [good.subarray(0, good.length / 2), 'truncated'],
    'halved.tar': [await packTar(entries.slice(0, -1)), 'it was cut short'],
    'short.tar': [await changed((name) => (name === stored ? [] : undefined)), `its file ${stored} is missing`],
    // The file is missing and so is its hash: only the number of files gives it away.
    'fewer.tar': [
      await changed((name) => {
        if (name === stored) return []
        return name === sums.name
          ? [{ name, data: sums.data.replace(`${stored.slice(-64)}  ${stored}\n`, '') }]
          : undefined
      }),
      'it was cut short',
    ],
    'altered.tar': [
      await changed((name) => (name === stored ? [{ name, data: 'other bytes' }] : undefined)),
      `its file ${stored} is damaged`,
    ],
    'more.tar': [
      await changed((name) => (name === 'SHA256SUMS' ? [{ name: 'uploads/x', data: '' }, sums] : undefined)),
      'it has a file "uploads/x" whose hash it does not name',
    ],
    'outside.tar': [await withEntry('../outside', 'x'), 'that no backup has'],
    'upload.tar': [await withEntry('uploads/../../outside', 'x'), 'that no backup has'],
    'lock.tar': [await withEntry('lock.db', 'x'), 'that no backup has'],
    'database.tar': [await withEntry('tapedeck.db', 'no database at all'), 'not a database'],
    'void.tar': [await withEntry('tapedeck.db', ''), 'its database is empty'],
    'none.tar': [await madeOf(files.filter(({ name }) => name !== 'tapedeck.db')), 'it has no database'],
    'other.tar': [await packTar([{ header: { name: 'a', size: 1 }, body: 'a' }]), 'it is no backup of this program'],
    'text.tar': [Buffer.from('hello '.repeat(1000)), ''],
    'empty.tar': [Buffer.alloc(0), 'truncated'],
  } as const
  for (const [name, [bytes, reason]] of Object.entries(bad)) {
    await Bun.write(at(name), bytes)
    const refused = await restoreBackup(
      at('restored'),
      backupFile(at(name), { isSet: false, passphrase: () => undefined }),
    ).catch(String)
    expect(refused).toMatch(/^UnusableFileError: .+ Nothing was restored\.$/)
    expect(refused).toContain(reason)
    expect([name, readdirSync(at('restored'))]).toEqual([name, []])
  }
  expect(existsSync(at('outside'))).toBe(false)
  mkdirSync(at('mine'))
  copyFileSync(at('good.tar'), at('mine/notes'))
  const filled = await restore(at('mine'), at('good.tar'))
  expect([filled.exitCode, filled.err]).toEqual([1, expect.stringContaining('it is not empty (notes)')])
  expect(readdirSync(at('mine'))).toEqual(['notes'])
  expect((await restore(at('restored'), at('good.tar'))).exitCode).toBe(0)

  writeFileSync(at(`data/${stored}`), 'no more what was uploaded')
  const rotten = await backUp(at('data'), at('rotten.tar'))
  expect([rotten.exitCode, rotten.out]).toEqual([1, expect.stringContaining(`so in the backup: ${stored}. `)])
  const kept = await restore(at('kept'), at('rotten.tar'))
  expect([kept.exitCode, kept.out]).toEqual([0, expect.stringContaining(`Damaged when it was backed up: ${stored}. `)])
})

type Newer = { version: string; format?: number; migration?: string }

/** The backup that a later version would have made of a site. `scratch`: for its database. */
async function asMadeBy(backup: Uint8Array, scratch: string, { version, format, migration }: Newer) {
  const entries = (await unpackTar(backup)).map(({ header, data }) => ({ name: header.name, data: data ?? '' }))
  const change = (name: string, changed: (data: string) => string | Uint8Array) => {
    const entry = entries.find((each) => each.name === name)
    if (entry) entry.data = new Uint8Array(Buffer.from(changed(`${Buffer.from(entry.data)}`)))
  }
  change('backup.json', (head) => JSON.stringify({ ...JSON.parse(head), version, ...(format ? { format } : {}) }))
  if (migration) {
    writeFileSync(scratch, entries.find(({ name }) => name === 'tapedeck.db')?.data ?? '')
    {
      using db = new Database(scratch)
      db.run('CREATE TABLE later (x INTEGER)')
      db.run('INSERT INTO migrations (name, applied_at) VALUES (?, 1)', [migration])
    }
    const database = readFileSync(scratch)
    const hash = new Bun.SHA256().update(database).digest('hex')
    change('tapedeck.db', () => database)
    change('SHA256SUMS', (sums) => sums.replace(/^[0-9a-f]+ {2}tapedeck\.db$/m, `${hash}  tapedeck.db`))
  }
  return packTar(entries.map(({ name, data }) => ({ header: { name, size: data.length }, body: data })))
}

test('a backup of a newer version is refused by its database before the files behind it, and says which version restores it', async () => {
  using folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  const svc = await startProcess({ dataDir: at('data') })
  await uploadTrack(svc, await signUpAt(svc, 'nova'), await fixture('wav-8.wav'))
  await svc.end('SIGKILL')
  mkdirSync(at('place'))
  for (const to of [[at('good.tar')], ['--to', at('place')]]) expect((await runBackup(at('data'), to)).exitCode).toBe(0)
  const good = readFileSync(at('good.tar'))
  const ofPlace = readdirSync(at('place/backups')).find((name) => name.endsWith('.tar.gz')) ?? ''
  const inPlace = Buffer.from(Bun.gunzipSync(readFileSync(at('place/backups', ofPlace))))
  const newer = { version: '9.0.0', migration: '9999_later' }
  writeFileSync(at('newer.tar'), await asMadeBy(good, at('newer.db'), newer))
  // A restore stops at the database, so it does not reach the files behind it, which it would
  // refuse.
  const foreign = (await unpackTar(good)).map(({ header, data }) => ({
    header: { name: header.name.replace(/^blobs/, '../outside'), size: data?.length ?? 0 },
    body: data ?? '',
  }))
  writeFileSync(at('behind.tar'), await asMadeBy(await packTar(foreign), at('behind.db'), newer))
  writeFileSync(at('form.tar'), await asMadeBy(good, at('form.db'), { version: '9.0.0', format: 3 }))
  writeFileSync(at('other.tar'), await asMadeBy(good, at('other.db'), { version: '0.2.9', migration: '0001_other' }))
  writeFileSync(at('place/backups', ofPlace), await asMadeBy(inPlace, at('place.db'), newer))
  rmSync(at('place/objects'), { recursive: true })
  const which = (version: string, what: string) =>
    `it was made by Tapedeck ${version}, ${what}; restore it with that version. Nothing was restored.\n`
  const isNewer = which('9.0.0', 'which is newer than this one')
  for (const [name, why] of [
    ['newer.tar', isNewer],
    ['behind.tar', isNewer],
    ['form.tar', isNewer],
    ['place', isNewer],
    ['other.tar', which('0.2.9', 'whose database this one does not know')],
  ] as const) {
    const { exitCode, out, err } = await restore(at('restored'), at(name))
    expect([name, exitCode, out, err]).toEqual([name, 1, '', expect.stringContaining(`${at(name)}`)])
    expect(err).toEndWith(` cannot be used: ${why}`)
    // The lock of a folder is never removed.
    expect([name, readdirSync(at('restored'))]).toEqual([name, ['lock.db']])
  }
  expect((await restore(at('restored'), at('good.tar'))).exitCode).toBe(0)
})
