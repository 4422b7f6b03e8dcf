import { expect, test } from 'bun:test'
import { Upload } from 'tus-js-client'
import { sha256Hex } from '../../../src/lib/hash/hmac.ts'
import { rowsOf } from '../../support/account/account.ts'
import { fixture, tracksPath } from '../../support/casset/upload.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

test('tus-js-client uploads a track and resumes it', async () => {
  await using svc = await startServer()
  const ada = cast(svc.ctx, 'ada')
  const bytes = await fixture('mp3-cbr.mp3')
  const settings = {
    endpoint: svc.url + tracksPath(ada),
    headers: { cookie: ada.cookie },
    metadata: { filename: 'Übers Meer.mp3' },
    chunkSize: 10_000,
    retryDelays: null,
  }
  const broken = Promise.withResolvers<string>()
  const first = new Upload(Buffer.from(bytes), {
    ...settings,
    onChunkComplete: () => void first.abort().then(() => broken.resolve(first.url ?? '')),
    onError: broken.reject,
  })
  first.start()
  const uploadUrl = await broken.promise
  const whole = Promise.withResolvers<string | undefined>()
  const second = new Upload(Buffer.from(bytes), {
    ...settings,
    uploadUrl,
    onSuccess: ({ lastResponse }) => whole.resolve(lastResponse.getHeader('tapedeck-track')),
    onError: whole.reject,
  })
  second.start()
  const id = await whole.promise
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'tracks')).toMatchObject([
    { id, title: 'SECRET-TITLE', status: 'READY', sha256: sha256Hex(bytes) },
  ])
})
