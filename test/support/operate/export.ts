import { accountExports } from '../../../db/schema/operate/export.ts'
import { exportName } from '../../../src/operate/export/own-export.ts'
import { packedFiles } from '../casset/download.ts'
import type { TestServer } from '../server.ts'
import type { Person } from '../world.ts'

/** Stores an export that is ready, with a stand-in for its file, and returns its id. */
export async function addExport({ ctx }: TestServer, { userId }: Person): Promise<string> {
  const row = { id: ctx.uuid(), userId, state: 'READY', bytes: 4, createdAt: ctx.now() } as const
  ctx.db
    .insert(accountExports)
    .values({ ...row, expiresAt: ctx.now() + 3_600_000 })
    .run()
  await Bun.write(ctx.blobs.made(exportName(row)), 'data')
  return row.id
}

/** Asks for somebody's data, waits until it is packed, and returns its id and the files in it. */
export async function exportOf(svc: TestServer, { cookie }: Person) {
  const asked = await svc.call('POST', '/api/auth/export', { cookie })
  const id = String(Reflect.get(Object(Reflect.get(Object(asked.json), 'export')), 'id'))
  await svc.ctx.jobs.idle()
  const zip = await svc.fetch(`/api/auth/export/${id}/file`, { headers: { cookie } })
  if (zip.status !== 200) throw new Error(`no zip: ${zip.status} ${await zip.text()}`)
  return { id, asked, files: packedFiles(Buffer.from(await zip.arrayBuffer())) }
}
