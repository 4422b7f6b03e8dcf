import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { refuseUnmade } from '../../../src/casset/audio/convert/host-encoders.ts'
import { packProblems } from '../../../src/casset/download/pack/build-pack.ts'
import { addMaster, askDownload, downloadPath, keptPacks, packedFor } from '../../support/casset/download.ts'
import { ffprobe, fixture, hasFfmpeg, hostFfmpeg, soundSums } from '../../support/casset/media.ts'
import { until } from '../../support/casset/upload.ts'
import { isRunning } from '../../support/is-running.ts'
import { testLimitMs } from '../../support/limits.ts'
import { png } from '../../support/platform/picture.ts'
import { startProcess, temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { collect, goodCard } from '../../support/shop/checkout.ts'
import { uploadPicture } from '../../support/shop/emoji.ts'
import { collectAsGuest } from '../../support/shop/guest.ts'
import { openPreorder } from '../../support/shop/preorder.ts'
import { openSingles } from '../../support/shop/single-track.ts'
import { cast, type Person } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const masters = [
  { file: 'wav-24.wav', bitDepth: 24, durationSec: 3 },
  { file: 'mp3-no-tag.mp3', bitDepth: null, durationSec: 3 },
  { file: 'wav-float.wav', bitDepth: 32, durationSec: 3 },
  { file: 'opus-surround.opus', bitDepth: null, durationSec: 3 },
  { file: 'flac-16.flac', bitDepth: 16, durationSec: 3 },
] as const

/** The codecs, tags and length of a file, as ffprobe says. */
async function probe(path: string) {
  const child = Bun.spawn([ffprobe, '-v', 'error', '-show_format', '-show_streams', '-of', 'json', path])
  const said = Object(await new Response(child.stdout).json())
  const streams: readonly { codec_name: string; channels?: number; tags?: object }[] = said.streams
  const tags = { ...said.format.tags, ...streams[0]?.tags }
  const lower = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key.toLowerCase(), value]))
  return { codecs: streams.map((each) => each.codec_name), seconds: Number(said.format.duration), tags: lower, streams }
}

async function openRack(ffmpeg: string | null = hostFfmpeg) {
  const svc = await startServer({ ffmpeg })
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const coverAssetId = await uploadPicture(
    svc,
    nova,
    png(40, 40, (x) => [x, 90, 40]),
  )
  svc.ctx.db.update(cassets).set({ coverAssetId }).where(eq(cassets.id, nova.cassetId)).run()
  for (const [index, { file, ...values }] of masters.entries()) {
    await addMaster(svc.ctx, nova.cassetId, file, { title: `T${index + 1}`, position: index + 1, ...values })
  }
  return { svc, nova }
}

describe.skipIf(!hasFfmpeg)('where the host has ffmpeg', () => {
  test.each([
    ['mp3', 'mp3', ['01 T1.mp3', '02 T2.mp3', '03 T3.mp3', '04 T4.mp3', '05 T5.mp3']],
    ['opus', 'opus', ['01 T1.opus', '02 T2.opus', '03 T3.opus', '04 T4.opus', '05 T5.opus']],
    ['flac', 'flac', ['01 T1.flac', '02 T2.mp3', '03 T3.wav', '04 T4.opus', '05 T5.flac']],
  ] as const)(
    'a download as %s has every file that can be that, as long as its master, with our tags and the cover',
    async (format, codec, names) => {
      const { svc, nova } = await openRack()
      await using _ = svc
      using folder = temporaryFolder()
      const files = await packedFor(svc, nova, downloadPath('nova', format))
      expect([...files.keys()]).toEqual(['cover.jpg', ...names, 'SHA256SUMS'])
      for (const [index, name] of names.entries()) {
        const path = join(folder.path, name)
        await Bun.write(path, files.get(name) ?? '')
        const { codecs, seconds, tags, streams } = await probe(path)
        const master = await probe(fixture(masters[index]?.file ?? ''))
        expect([name, Math.abs(seconds - master.seconds) < 0.1]).toEqual([name, true])
        if (!name.endsWith(format)) continue
        expect([name, codecs]).toEqual([name, [codec, 'mjpeg']])
        expect(tags).toMatchObject({ title: `T${index + 1}`, artist: 'Nova', album: 'First Light' })
        if (!masters[index]?.file.endsWith(format)) expect(streams[0]?.channels ?? 9).toBeLessThanOrEqual(2)
      }
      if (format !== 'flac') return
      const converted = join(folder.path, names[0])
      const [made, master] = await soundSums([converted, fixture(masters[0].file)], join(folder.path, 'sum'))
      expect(made).toBe(master ?? '')
    },
  )

  test('it is made once and kept under its own name, and masters stay as they are', async () => {
    const { svc, nova } = await openRack()
    await using _ = svc
    const first = await askDownload(svc, nova, downloadPath('nova', 'mp3'))
    expect(first.headers.get('content-disposition')).toContain('Nova - First Light (MP3).zip')
    await first.arrayBuffer()
    await svc.ctx.jobs.idle()
    expect(keptPacks(svc)).toHaveLength(1)
    const again = await askDownload(svc, nova, downloadPath('nova', 'mp3'))
    expect(Number(again.headers.get('content-length'))).toBeGreaterThan(0)
    await again.arrayBuffer()
    expect(keptPacks(svc)).toHaveLength(1)
    const original = await packedFor(svc, nova, downloadPath('nova', 'original'))
    const wav = Buffer.from(await Bun.file(fixture('wav-24.wav')).bytes())
    expect(original.get('01 T1.wav')?.equals(wav)).toBe(true)
  })

  test('a file that ffmpeg cannot read stays in its own format, and a playlist named as music reads nothing else', async () => {
    await using svc = await startServer({ ffmpeg: hostFfmpeg })
    const nova = cast(svc.ctx, 'nova')
    const list = Buffer.from(`#EXTM3U\n#EXTINF:3,\nfile://${fixture('wav-24.wav')}\n`)
    const values = { durationSec: 3, bitDepth: 16 }
    await addMaster(svc.ctx, nova.cassetId, 'a.wav', { ...values, title: 'List', position: 1 }, list)
    const noise = await addMaster(
      svc.ctx,
      nova.cassetId,
      'b.m4a',
      { ...values, title: 'Noise', position: 2 },
      randomBytes(5_000),
    )
    const files = await packedFor(svc, nova, downloadPath('nova', 'mp3'))
    expect([...files.keys()]).toEqual(['01 List.wav', '02 Noise.m4a', 'SHA256SUMS'])
    expect(files.get('01 List.wav')?.length ?? 9_999).toBeLessThan(5_000)
    expect(svc.logged.some((line) => line.includes('files could not be converted'))).toBe(true)
    const alone = await askDownload(svc, nova, `${downloadPath('nova', 'mp3')}&track=${noise.id}`)
    expect([alone.status, Object(await alone.json()).error]).toEqual([503, packProblems().unconverted])
  })

  test('the buyer of a track, by account or by a guest’s link, has it alone', async () => {
    const { svc, nova, ada } = await openSingles({ ffmpeg: hostFfmpeg })
    await using _ = svc
    const values = { title: 'Song', position: 4, durationSec: 3, bitDepth: 16 }
    const song = await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', values)
    const bought = { slug: 'nova', trackIds: [song.id] }
    await collect(svc, ada, goodCard, bought)
    const { secret } = await collectAsGuest(svc, bought)
    using folder = temporaryFolder()
    for (const [person, path, file, codec] of [
      [ada, downloadPath('nova', 'mp3'), 'Nova - Song.mp3', 'mp3'],
      [{ cookie: '' }, `/api/guest/${secret}/download?format=opus`, 'Nova - Song.opus', 'opus'],
    ] as const) {
      const answer = await askDownload(svc, person, path)
      expect(answer.headers.get('content-disposition')).toContain(file)
      await Bun.write(join(folder.path, codec), await answer.arrayBuffer())
      const { codecs, tags } = await probe(join(folder.path, codec))
      expect([codecs[0], tags]).toMatchObject([codec, { title: 'Song', artist: 'Nova' }])
    }
    expect((await svc.call('GET', `/api/guest/${'x'.repeat(43)}/download?format=opus`)).status).toBe(404)
    for (const page of [`/collected/${secret}`, '/library']) {
      const { text } = await svc.call('GET', page, { cookie: ada.cookie })
      for (const format of ['flac', 'mp3', 'opus']) expect(text).toContain(`/download?format=${format}"`)
    }
  })

  test('a preorder has no closed track in it', async () => {
    await using shop = await openPreorder({ ffmpeg: hostFfmpeg })
    const { svc, nova, ada } = shop
    const values = { title: 'Late', position: 4, durationSec: 3, bitDepth: 16 }
    await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', values)
    await collect(svc, ada)
    for (const person of [ada, nova]) {
      const names = [...(await packedFor(svc, person, downloadPath('nova', 'opus'))).keys()].join()
      expect([names.includes('Dawn'), names.includes('Kettle'), names.includes('Late')]).toEqual([true, false, false])
    }
  })

  test('nobody without a purchase has it made', async () => {
    const { svc } = await openRack()
    await using _ = svc
    const ada = cast(svc.ctx, 'ada')
    for (const format of ['flac', 'mp3', 'opus']) {
      const refused = await svc.call('GET', downloadPath('nova', format), { cookie: ada.cookie })
      expect([format, refused.status]).toEqual([format, 403])
    }
    expect((await svc.call('GET', downloadPath('nova', 'mp3'))).status).toBe(401)
    expect([keptPacks(svc), svc.ctx.db.$client.query("SELECT * FROM jobs WHERE kind = 'convert-pack'").all()]).toEqual([
      [],
      [],
    ])
  })
})

test('where the host has no ffmpeg, or one without the encoder, the format is refused in words', async () => {
  using folder = temporaryFolder()
  const poor = join(folder.path, 'ffmpeg')
  writeFileSync(poor, '#!/bin/sh\necho " A..... flac  FLAC"\n', { mode: 0o755 })
  for (const ffmpeg of [null, poor]) {
    const { svc, nova } = await openRack(ffmpeg)
    await using _ = svc
    const ada = cast(svc.ctx, 'ada')
    expect((await svc.call('GET', downloadPath('nova', 'mp3'), { cookie: ada.cookie })).status).toBe(403)
    const refused = await svc.call('GET', downloadPath('nova', 'mp3'), { cookie: nova.cookie })
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        error: 'This site cannot make files of this format.',
        code: 'BAD_STATE',
        hint: 'Download the files with titles and cover, or the original files.',
      },
    ])
    expect(keptPacks(svc)).toEqual([])
  }
})

test('an ffmpeg that was killed before it named its encoders is asked again', async () => {
  using folder = temporaryFolder()
  const [path, killed] = [join(folder.path, 'ffmpeg'), join(folder.path, 'killed')]
  const once = `[ -e ${killed} ] || { touch ${killed}; kill -9 $$; }`
  writeFileSync(path, `#!/bin/sh\n${once}\necho " A..... flac  FLAC"\n`, { mode: 0o755 })
  await using svc = await startServer({ ffmpeg: path })
  await expect(refuseUnmade(svc.ctx, 'flac')).rejects.toThrow('cannot make')
  await refuseUnmade(svc.ctx, 'flac')
  await expect(refuseUnmade(svc.ctx, 'mp3')).rejects.toThrow('cannot make')
})

/** An ffmpeg that never ends, and tells its process id. */
function endlessFfmpeg(folder: string) {
  const told = join(folder, 'pid')
  const path = join(folder, 'ffmpeg')
  const list = 'A..... flac F\\nA..... libmp3lame M\\nA..... libopus O\\n'
  const script = `#!/bin/sh\ncase "$*" in *-encoders) printf '${list}';; *) echo $$ > ${told}; exec ${process.execPath} -e 'setTimeout(() => {}, 300_000)';; esac\n`
  writeFileSync(path, script, { mode: 0o755 })
  const pid = async () =>
    Number(
      await Bun.file(told)
        .text()
        .catch(() => '0'),
    )
  return { path, pid }
}

const scratchOf = (dataDir: string) => readdirSync(join(dataDir, 'blobs/scratch'))

const askedBy = (svc: { url: string | URL }, { cookie }: Pick<Person, 'cookie'>, signal?: AbortSignal) =>
  fetch(new URL(downloadPath('nova', 'mp3'), svc.url), { headers: { cookie }, signal: signal ?? null })
    .then(async (answer) => {
      // The answer begins before the first file is converted, so its status tells nothing yet.
      await answer.arrayBuffer()
      return answer.status
    })
    .catch(() => 'broken off')

test('a download that nobody waits for any more is not made to its end, and nothing of it stays', async () => {
  using folder = temporaryFolder()
  const { path, pid } = endlessFfmpeg(folder.path)
  await using svc = await startServer({ ffmpeg: path })
  const nova = cast(svc.ctx, 'nova')
  await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', { title: 'Song', durationSec: 3, bitDepth: 16 })
  const gone = new AbortController()
  const asked = askedBy(svc, nova, gone.signal)
  const running = await until(pid, (each) => each > 0)
  svc.tick(61_000)
  await Bun.sleep(1_200)
  expect(isRunning(running)).toBe(true)
  gone.abort()
  expect(await asked).toBe('broken off')
  await Bun.sleep(1_200)
  expect(isRunning(running)).toBe(true)
  svc.tick(61_000)
  await svc.ctx.jobs.idle()
  while (isRunning(running)) await Bun.sleep(20)
  expect([scratchOf(svc.dataDir), keptPacks(svc)]).toEqual([[], []])
})

test('ffmpeg ends with a server that is killed, and the next start removes what was half made', async () => {
  using folder = temporaryFolder()
  const { pid } = endlessFfmpeg(folder.path)
  const dataDir = join(folder.path, 'data')
  let nova = { cookie: '' }
  {
    await using svc = await startServer({ dataDir })
    const person = cast(svc.ctx, 'nova')
    await addMaster(svc.ctx, person.cassetId, 'wav-16.wav', { title: 'Song', durationSec: 3, bitDepth: 16 })
    nova = person
  }
  const env = { PATH: `${folder.path}:${Bun.env.PATH}` }
  {
    await using svc = await startProcess({ dataDir, env })
    const asked = askedBy(svc, nova)
    const running = await until(pid, (each) => each > 0)
    expect(scratchOf(dataDir)).toHaveLength(1)
    expect(await svc.end('SIGKILL')).toBeNull()
    expect(await asked).toBe('broken off')
    await until(
      () => isRunning(running),
      (runs) => !runs,
    )
  }
  const left = scratchOf(dataDir)
  await using svc = await startProcess({ dataDir, env: { PATH: '/nowhere' } })
  await until(
    () => scratchOf(dataDir).filter((name) => left.includes(name)),
    (names) => names.length === 0,
  )
  expect((await svc.call('GET', '/healthz')).status).toBe(200)
})
