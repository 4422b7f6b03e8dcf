import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { extras } from '../../../db/schema/casset/extra.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { openCipher } from '../../../src/platform/backup/encryption.ts'
import { objectKey } from '../../../src/platform/backup/kept-backups.ts'
import { openPlace } from '../../../src/platform/backup/place.ts'
import { checks } from '../../../src/rooms.ts'
import { aiff, loudNoise, packed } from '../../support/casset/audio-kinds.ts'
import { added } from '../../support/casset/extra.ts'
import { uploadTrack } from '../../support/casset/upload.ts'
import { damages, flip } from '../../support/operate/damages.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { addReadyTrack, cast } from '../../support/world.ts'

const looks = checks.filter(({ name }) => name === 'media')

test.each([
  ['a folder', 'folder', undefined],
  ['a folder with encrypted ones', 'folder', 'a passphrase of tests'],
  ['a bucket', 'bucket', undefined],
] as const)(
  'doctor --fix fetches each file that is damaged from the backups in %s, and only whole ones',
  async (_, kind, passphrase) => {
    using folder = temporaryFolder()
    await using bucket = await startBucket()
    const { BLOBS = '', ...keys } = bucket.env
    const sealed = passphrase === undefined ? {} : { BACKUP_PASSPHRASE: passphrase }
    const env = { ...keys, ...sealed, BACKUP_TO: kind === 'folder' ? folder.path : BLOBS }
    await using svc = await startServer({ env })
    const { blobs } = svc.ctx
    const nova = cast(svc.ctx, 'nova')
    const wounds = [...Object.entries(damages), ['flipped', flip] as const]
    const hurt = await Promise.all(
      wounds.map(async ([name, damage]) => {
        const { sha256 } = await addReadyTrack(svc.ctx, nova.cassetId, name)
        return { sha256, damage, whole: readFileSync(blobs.path(sha256)) }
      }),
    )
    const never = await addReadyTrack(svc.ctx, nova.cassetId, 'never backed up whole')
    flip(blobs.path(never.sha256))
    expect(await doBackupWork(svc.ctx, 'backup', undefined)).toMatchObject({ ok: true })
    for (const { sha256, damage } of hurt) damage(blobs.path(sha256))
    const [quick] = await runChecks(svc.ctx, { looks })
    expect(quick).toMatchObject({ ok: false, fix: expect.stringContaining('tapedeck doctor --fix fetches them from ') })
    const [fixed] = await runChecks(svc.ctx, { looks, fix: true })
    const at = kind === 'folder' ? folder.path : 's3://music/'
    expect([fixed?.ok, fixed?.note]).toEqual([true, expect.stringContaining(`6 files were fetched from ${at}`)])
    const [deep] = await runChecks(svc.ctx, { looks, fix: true, deep: true })
    expect([deep?.ok, deep?.problem]).toEqual([
      false,
      expect.stringMatching(
        /^the master of "never backed up whole" by nova has other bytes [^;]+; 1 file was fetched from /,
      ),
    ])
    for (const { sha256, whole } of hurt) expect(readFileSync(blobs.path(sha256)).equals(whole)).toBe(true)
    const names =
      kind === 'folder' ? readdirSync(folder.path, { recursive: true, encoding: 'utf8' }) : await bucket.keys()
    const telling = hurt.filter(({ sha256 }) => names.some((name) => name.includes(sha256)))
    expect(telling).toHaveLength(passphrase === undefined ? hurt.length : 0)
  },
)

test('doctor --fix takes no other bytes from the place for backups, and says why it cannot be used', async () => {
  using folder = temporaryFolder()
  const passphrase = 'a passphrase of tests'
  await using svc = await startServer({ env: { BACKUP_TO: folder.path } })
  const nova = cast(svc.ctx, 'nova')
  const track = await addReadyTrack(svc.ctx, nova.cassetId, 'A')
  expect(await doBackupWork(svc.ctx, 'backup', undefined)).toMatchObject({ ok: true })
  rmSync(svc.ctx.blobs.path(track.sha256))
  flip(join(folder.path, objectKey(track.sha256)))
  const fixed = async (backup = svc.ctx.config.backup) =>
    (await runChecks({ ...svc.ctx, config: { ...svc.ctx.config, backup } }, { looks, fix: true }))[0]?.problem
  expect(await fixed()).toEndWith(`; no file was fetched from ${folder.path}`)
  expect(existsSync(svc.ctx.blobs.path(track.sha256))).toBe(false)
  await openCipher(openPlace({ kind: 'folder', path: folder.path }), passphrase, true)
  expect(await fixed()).toContain(`the fix failed: ${folder.path} cannot be used: its backups are encrypted`)
  expect(await fixed({ to: { kind: 'folder', path: '/nowhere' }, passphrase, hour: 3 })).toContain(
    'there is no such folder',
  )
})

test('a hook and what is played of a master that is lost are made again from it, where no backup has them', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  const sound = loudNoise(24, 12, 2)
  const { json } = await uploadTrack(svc, nova, aiff(sound, packed(sound, false)), 'a.aif')
  await svc.ctx.jobs.idle()
  const { id } = Object(Reflect.get(Object(json), 'track'))
  const row = () => svc.ctx.db.select().from(tracks).get()
  const before = row()
  for (const lost of [before?.hookSha256, before?.playSha256]) {
    rmSync(svc.ctx.blobs.path(lost ?? ''))
    const [fixed] = await runChecks(svc.ctx, { looks, fix: true })
    expect([fixed?.ok, fixed?.note]).toEqual([true, 'the sound of 1 track was made again from the master'])
  }
  // A job looks whether the new hook needs a light one.
  await svc.ctx.jobs.idle()
  expect(row()).toEqual(before)
  for (const cookie of [nova.cookie, '']) {
    const answer = await svc.fetch(`/api/audio/${id}`, { headers: { cookie, 'sec-fetch-dest': 'audio' } })
    expect(answer.status).toBe(200)
  }
})

test('a preview that is lost is drawn again, and a booklet that is lost is named', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova')
  await added(svc, nova)
  await svc.ctx.jobs.idle()
  const row = () => svc.ctx.db.select().from(extras).get()
  const before = row()
  rmSync(svc.ctx.blobs.path(before?.previewSha256 ?? ''))
  await runChecks(svc.ctx, { looks, fix: true })
  await svc.ctx.jobs.idle()
  const [fixed] = await runChecks(svc.ctx, { looks })
  expect([fixed?.ok, row()]).toEqual([true, before])
  expect(await Bun.file(svc.ctx.blobs.path(before?.previewSha256 ?? '')).exists()).toBe(true)
  rmSync(svc.ctx.blobs.path(before?.sha256 ?? ''))
  const [lost] = await runChecks(svc.ctx, { looks })
  expect([lost?.ok, lost?.problem]).toEqual([false, expect.stringContaining('the extra "Booklet.pdf" by nova')])
})
