import { expect, test } from 'bun:test'
import { rowsOf } from '../../support/account/account.ts'
import { addMaster, askDownload, downloadPath, hasUnzip, unpack } from '../../support/casset/download.ts'
import { added, extraPath, pdf } from '../../support/casset/extra.ts'
import { keptFiles } from '../../support/casset/upload.ts'
import { makeOwner } from '../../support/earnings/dispute.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast, type Person } from '../../support/world.ts'

const collectFree = (svc: TestServer, { cookie }: Person) =>
  svc.call('POST', '/api/checkout/payment-intent', { cookie, body: { slug: 'nova' } })

async function openRack(svc: TestServer) {
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const ada = cast(svc.ctx, 'ada')
  await addMaster(svc.ctx, nova.cassetId, 'mp3-vbr.mp3', { title: 'Dawn' })
  return { nova, ada }
}

test.skipIf(!hasUnzip)(
  'a download has them in a folder of their own, byte for byte, each under a name of its own',
  async () => {
    await using svc = await startServer({ limiter: { take: () => 0 } })
    const { nova, ada } = await openRack(svc)
    for (const [bytes, name] of [
      [pdf(), 'Booklet.pdf'],
      [pdf('', '0 1 0'), 'BOOKLET.pdf'],
      [pdf('', '0 0 1'), '01 Dawn.mp3'],
      ['夜明け', '歌詞.txt'],
    ] as const) {
      await added(svc, nova, bytes, name)
    }
    await collectFree(svc, ada)
    for (const format of ['tagged', 'original']) {
      using release = await unpack(await askDownload(svc, ada, downloadPath('nova', format)))
      const folder = 'Nova - First Light'
      const names = [
        '01 Dawn.mp3',
        'Extras',
        'Extras/01 Dawn.pdf',
        'Extras/BOOKLET (2).pdf',
        'Extras/Booklet.pdf',
        'Extras/歌詞.txt',
        'SHA256SUMS',
      ]
      expect(release.files).toEqual(names.map((name) => `${folder}/${name}`))
      expect(await Bun.file(`${release.path}/${folder}/Extras/BOOKLET (2).pdf`).bytes()).toEqual(
        new Uint8Array(pdf('', '0 1 0')),
      )
      const sums = await release.run('sh', '-c', `cd '${folder}' && sha256sum -c SHA256SUMS`)
      expect([sums.code, sums.out.match(/: OK/g)?.length]).toEqual([0, 5])
    }
  },
)

test.skipIf(!hasUnzip)(
  'a download has what its holder has: what was removed since for some, and what is there now for others',
  async () => {
    await using svc = await startServer({ limiter: { take: () => 0 } })
    const { nova, ada } = await openRack(svc)
    const id = await added(svc, nova, pdf(), 'First.pdf')
    await collectFree(svc, ada)
    svc.tick(1_000)
    await svc.call('DELETE', `/api/studio/extras/${id}`, { cookie: nova.cookie })
    await added(svc, nova, pdf('', '0 1 0'), 'Second.pdf')
    svc.tick(1_000)
    const bob = cast(svc.ctx, 'bob')
    await collectFree(svc, bob)
    const extrasOf = async (person: Person) => {
      using release = await unpack(await askDownload(svc, person, downloadPath('nova')))
      return release.files.flatMap((name) => name.split('/Extras/')[1] ?? [])
    }
    expect([await extrasOf(ada), await extrasOf(bob), await extrasOf(nova)]).toEqual([
      ['First.pdf', 'Second.pdf'],
      ['Second.pdf'],
      ['Second.pdf'],
    ])
  },
)

test('one that is removed while somebody downloads it comes to its end', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { nova } = await openRack(svc)
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(20_000_000, 7)])
  const id = await added(svc, nova, zip, 'Stems.zip')
  const sent = await svc.fetch(extraPath(id), { headers: { cookie: nova.cookie } })
  const reader = sent.body?.getReader()
  let received = (await reader?.read())?.value?.length ?? 0
  await svc.call('DELETE', `/api/studio/extras/${id}`, { cookie: nova.cookie })
  await svc.ctx.jobs.idle()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) received += part.value.length
  expect(received).toBe(zip.length)
})

test('an artist who deletes their account takes them along, but for those who have the casset', async () => {
  await using svc = await startServer({ limiter: { take: () => 0 } })
  const { nova, ada } = await openRack(svc)
  makeOwner(svc, cast(svc.ctx, 'olga'))
  const lou = cast(svc.ctx, 'lou')
  const kept = await added(svc, nova)
  await added(svc, lou, pdf('', '0 1 0'))
  await collectFree(svc, ada)
  svc.tick(1_000)
  for (const { cookie } of [nova, lou]) {
    expect((await svc.call('POST', '/api/auth/account/delete', { cookie, body: {} })).status).toBe(204)
  }
  await svc.ctx.jobs.idle()
  expect(rowsOf(svc, 'extras')).toMatchObject([{ id: kept, withdrawn_at: expect.any(Number) }])
  const [purchase] = Object((await svc.call('GET', '/api/purchases/mine', { cookie: ada.cookie })).json).purchases
  const sent = await svc.fetch(extraPath(kept, purchase.casset.slug), { headers: { cookie: ada.cookie } })
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(pdf())
  expect(keptFiles(svc.dataDir).filter((path) => /^blobs\/..\//.test(path)).length).toBeGreaterThan(0)
})
