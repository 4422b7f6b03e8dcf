import { expect, setDefaultTimeout, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addMaster, askDownload, downloadPath, packedFiles } from '../support/casset/download.ts'
import { hasFfmpeg, hostFfmpeg } from '../support/casset/media.ts'
import { until } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { cast, type Person } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

/** The first bytes of an answer, and then all of it. */
async function bodyOf(asked: Promise<Response>) {
  const reader = (await asked).body?.getReader()
  const first = Buffer.from((await reader?.read())?.value ?? [])
  const rest = async () => {
    const parts = [first]
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return Buffer.concat(parts)
      parts.push(Buffer.from(value ?? []))
    }
  }
  return { first, rest, [Symbol.asyncDispose]: async () => reader?.cancel() }
}

test.skipIf(!hasFfmpeg)(
  'a download whose turn has not come has begun all the same, and is whole once it is made',
  async () => {
    using folder = temporaryFolder()
    const [go, slow] = [join(folder.path, 'go'), join(folder.path, 'ffmpeg')]
    const wait = `case "$*" in *-encoders) ;; *) while [ ! -e ${go} ]; do sleep 0.05; done;; esac`
    writeFileSync(slow, `#!/bin/sh\n${wait}\nexec ${hostFfmpeg} "$@"\n`, { mode: 0o755 })
    await using svc = await startServer({ ffmpeg: slow })
    const artists = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'tide')]
    for (const { cassetId } of artists) {
      await addMaster(svc.ctx, cassetId, 'wav-16.wav', { title: 'Song', durationSec: 3, bitDepth: 16 })
    }
    const begin = async (person: Person | undefined, slug: string) => {
      const asked = askDownload(svc, person ?? { cookie: '' }, downloadPath(slug, 'mp3'))
      await until(
        () => Object(svc.ctx.db.$client.query("SELECT count(*) AS n FROM jobs WHERE kind = 'convert-pack'").get()).n,
        (jobs) => jobs === (slug === 'nova' ? 1 : 2),
      )
      svc.tick(3_000)
      return asked
    }
    await using _first = await bodyOf(begin(artists[0], 'nova'))
    await using waiting = await bodyOf(begin(artists[1], 'tide'))
    // The first byte of a zip, while the job is queued behind the other.
    expect(waiting.first.toString()).toBe('P')
    writeFileSync(go, '')
    const bytes = await waiting.rest()
    expect([...packedFiles(bytes).keys()]).toEqual(['01 Song.mp3', 'SHA256SUMS'])
    const again = await askDownload(svc, artists[1] ?? { cookie: '' }, downloadPath('tide', 'mp3'))
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true)
  },
)
