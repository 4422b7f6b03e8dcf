import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsToKeep } from '../../src/platform/backup/retention.ts'
import { fixture, keptFiles, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

setDefaultTimeout(testLimitMs)

const backUp = (dataDir: string, folder: string) => runProgram(['backup', '--to', folder], { DATA_DIR: dataDir })

test('backups are added to a folder: what is stored already is linked, and each restores all of it', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [first, second, backups] = [at('first'), at('second'), at('backups')]
  mkdirSync(backups)
  await using svc = await startProcess({ dataDir: first })
  const nova = await signUpAt(svc, 'nova')
  expect((await uploadTrack(svc, nova, await fixture('wav-16.wav'))).status).toBe(201)
  const kept = keptFiles(first).filter((path) => /^blobs\/..\/[0-9a-f]{64}$/.test(path))
  const one = await backUp(first, backups)
  expect([one.exitCode, one.err]).toEqual([0, ''])
  const [older = ''] = readdirSync(backups)
  const places = kept.map((path) => statSync(join(backups, older, path)).ino)
  await Bun.sleep(1_100)
  await signUpAt(svc, 'ada')
  const two = await backUp(first, backups)
  expect([two.exitCode, two.err]).toEqual([0, ''])

  // The later of one day takes the place of the earlier.
  expect(two.out).toContain(`Removed, since newer ones stay: ${older}.`)
  const [newer = '', ...others] = readdirSync(backups)
  expect([newer > older, others]).toEqual([true, []])
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.map((path) => statSync(join(backups, newer, path)).ino)).toEqual(places)
  for (const path of kept) expect(places).not.toContain(statSync(join(first, path)).ino)
  const restored = await runProgram(['restore', join(backups, newer)], { DATA_DIR: second })
  expect([restored.exitCode, restored.err]).toEqual([0, ''])
  for (const path of kept) expect(readFileSync(join(second, path))).toEqual(readFileSync(join(first, path)))
  await using again = await startProcess({ dataDir: second })
  expect((await again.call('GET', '/api/auth/session', { cookie: nova.cookie })).status).toBe(200)
})

test('a backup in a folder that was altered or lost a file restores nothing, and no site or folder adds none', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const backups = at('backups')
  {
    await using svc = await startProcess({ dataDir: at('first') })
    await svc.end('SIGTERM')
  }
  expect((await backUp(at('first'), backups)).err).toContain('there is no such folder')
  mkdirSync(backups)
  expect(await backUp(at('none'), backups)).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('no such folder'),
  })
  expect(readdirSync(backups)).toEqual([])
  expect((await backUp(at('first'), backups)).exitCode).toBe(0)
  const [name = ''] = readdirSync(backups)
  const secrets = join(backups, name, 'secrets.json')
  writeFileSync(secrets, '{}')
  const restore = () => runProgram(['restore', join(backups, name)], { DATA_DIR: at('second') })
  expect((await restore()).err).toContain('its file secrets.json is damaged. Nothing was restored.')
  rmSync(secrets)
  expect((await restore()).err).toContain('its file secrets.json is missing. Nothing was restored.')
  expect(readdirSync(at('second')).filter((each) => !each.startsWith('lock'))).toEqual([])
})

test('of old backups 7 days, 4 weeks and 12 months stay, and the newest however old it is', () => {
  const day = 86_400_000
  const start = Date.parse('2026-01-01T04:30:00Z')
  const nights = Array.from({ length: 400 }, (_, night) => start + night * day)
  // One night after another, as it happens: what went cannot come back.
  let there: number[] = []
  for (const night of nights) there = [...backupsToKeep([...there, night])].toSorted((a, b) => a - b)
  expect(there.map((time) => new Date(time).toISOString().slice(0, 10)).join(' ')).toBe(
    '2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31 ' +
      '2027-01-17 2027-01-24 2027-01-29 2027-01-30 2027-01-31 2027-02-01 2027-02-02 2027-02-03 2027-02-04',
  )
  expect([...backupsToKeep([start])]).toEqual([start])
  expect([...backupsToKeep([])]).toEqual([])
})
