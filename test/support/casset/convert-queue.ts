import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process.ts'
import type { TestServer } from '../server.ts'
import { startShop } from '../shop/checkout.ts'
import { cast, type Person } from '../world.ts'
import { addMaster, askDownload, downloadPath } from './download.ts'
import { hostFfmpeg } from './media.ts'
import { until } from './upload.ts'

/** The first bytes of an answer, and then all of it. */
export async function bodyOf(asked: Promise<Response>) {
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
  // One that was broken off cannot be cancelled.
  return { first, rest, [Symbol.asyncDispose]: async () => reader?.cancel().catch(() => {}) }
}

/**
 * A server whose conversions wait for `go`, with an artist whose casset is being converted, and
 * another, tide: `begin` asks for theirs, or their one track, whose turn has then not come.
 * `prepare` runs before anything waits: a payment is not settled until no job runs.
 */
export async function openQueue<T>(prepare: (svc: TestServer) => Promise<T>, file = 'wav-16.wav') {
  const folder = temporaryFolder()
  const [gone, slow] = [join(folder.path, 'go'), join(folder.path, 'ffmpeg')]
  const wait = `case "$*" in *-encoders) ;; *) while [ ! -e ${gone} ]; do sleep 0.05; done;; esac`
  writeFileSync(slow, `#!/bin/sh\n${wait}\nexec ${hostFfmpeg} "$@"\n`, { mode: 0o755 })
  const disk = { free: 1e12, freeBytes: () => disk.free, totalBytes: () => 1e12 }
  const svc = await startShop({ env: { GIVE_BACK: 'on' }, ffmpeg: slow, disk })
  const [nova, tide] = [cast(svc.ctx, 'nova'), cast(svc.ctx, 'tide', { priceMinor: 700 })]
  const values = { title: 'Song', durationSec: 3, bitDepth: 16 }
  await addMaster(svc.ctx, nova.cassetId, 'wav-16.wav', values)
  const { id } = await addMaster(svc.ctx, tide.cassetId, file, values)
  const one = `${downloadPath('tide', 'mp3')}&track=${id}`
  const prepared = await prepare(svc)
  const ask = async (person: Person, path: string, jobs: number) => {
    const asked = askDownload(svc, person, path)
    await until(
      () => Object(svc.ctx.db.$client.query("SELECT count(*) AS n FROM jobs WHERE kind = 'convert-pack'").get()).n,
      (waiting) => waiting === jobs,
    )
    svc.tick(3_000)
    return { asked }
  }
  const { asked } = await ask(nova, downloadPath('nova', 'mp3'), 1)
  const first = await bodyOf(asked)
  return {
    ...{ svc, tide, disk, prepared, one },
    begin: (person: Person = tide, path = downloadPath('tide', 'mp3')) => ask(person, path, 2),
    go: () => writeFileSync(gone, ''),
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]()
      await svc[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}
