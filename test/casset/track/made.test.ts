import { expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { browserTest, useBrowser } from '../../support/browser.ts'
import { kept, openStudio, putIn, unfold } from '../../support/casset/studio.ts'
import { until } from '../../support/casset/upload.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addReadyTrack, cast, type Person, world } from '../../support/world.ts'

useBrowser()

const assisted = {
  vocals: 'ASSISTED',
  instrumentation: 'ASSISTED',
  composition: 'ASSISTED',
  lyrics: 'NONE',
  postProduction: 'ASSISTED',
} as const

const saidOf = (svc: TestServer, { cassetId }: Pick<Person, 'cassetId'>) =>
  svc.ctx.db
    .select({ kind: tracks.kind, aiDisclosure: tracks.aiDisclosure })
    .from(tracks)
    .where(eq(tracks.cassetId, cassetId))
    .orderBy(asc(tracks.position))
    .all()

test('an artist says once how all tracks of a casset were made, and of one that it differs', async () => {
  await using svc = await startServer()
  const { nova, ada, dawn, kettle } = await world(svc)
  const path = `/api/studio/casset/${nova.cassetId}/made`
  await svc.call('PATCH', `/api/studio/tracks/${dawn.id}`, {
    cookie: nova.cookie,
    body: { aiDisclosure: { lyrics: 'GENERATED' } },
  })
  const body = { kind: 'ORIGINAL', aiDisclosure: assisted } as const
  const { status, headers } = await svc.call('POST', path, { cookie: nova.cookie, body })
  expect([status, headers.get('etag')?.startsWith(`"${nova.cassetId}.`)]).toEqual([204, true])
  expect(saidOf(svc, nova)).toEqual([body, body])
  expect(saidOf(svc, ada).every(({ aiDisclosure }) => Object.keys(aiDisclosure).length === 0)).toBe(true)
  await svc.call('PATCH', `/api/studio/tracks/${kettle.id}`, { cookie: nova.cookie, body: { kind: 'GENERATION' } })
  expect(saidOf(svc, nova).map(({ kind }) => kind)).toEqual(['ORIGINAL', 'GENERATION'])
  const stale = await svc.call('POST', path, { cookie: nova.cookie, body, headers: { 'if-match': '"old"' } })
  expect(stale.status).toBe(409)
})

browserTest('all tracks are said to be made with help of AI but for the lyrics, and so is a new one', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { published: false })
  for (const [at, title] of ['Dawn', 'Kettle'].entries()) {
    await addReadyTrack(svc.ctx, nova.cassetId, title, { position: at + 1 })
  }
  await using open = await openStudio(svc, nova)
  const { page, problems } = open
  await unfold(page, 'How it was made')
  await page.getByText('not said yet').waitFor()
  await page.getByRole('radio', { name: 'With help of AI' }).check()
  await page.getByRole('checkbox', { name: 'Lyrics' }).uncheck()
  await page.getByText('With help of AI: vocals, instruments, composition, mix and master').waitFor()
  expect(saidOf(svc, nova).map(({ aiDisclosure }) => aiDisclosure)).toEqual([assisted, assisted])
  await putIn(page, 'flac-long.flac')
  const [, , added] = await until(
    () => kept(svc, nova),
    (all) => all.length === 3,
  )
  expect([added?.kind, added?.aiDisclosure]).toEqual(['ORIGINAL', assisted])
  expect(problems).toEqual([])
})
