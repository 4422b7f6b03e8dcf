import { createApp } from '../../../src/app.ts'
import { withoutPause } from '../../../src/lib/turn/pace.ts'
import { openApiDocument } from '../../../src/web/openapi/document.ts'
import type { TestServer } from '../server.ts'
import { misfitAt } from './documented.ts'

type Viewer = { cookie: string }

const idsOf = ({ ctx: { db } }: TestServer, newest: number): string[] => {
  const sql =
    "SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c ON c.name = 'id' WHERE m.type = 'table'"
  const tables = db.$client.query<{ name: string }, []>(sql).all()
  const ids = tables.flatMap(({ name }) =>
    db.$client.query<{ id: unknown }, [number]>(`SELECT id FROM "${name}" ORDER BY id DESC LIMIT ?`).all(newest),
  )
  return [...new Set(ids.map(({ id }) => String(id)).filter((id) => id.length === 36))]
}

/**
 * Asks for every read of the document, with each slug and with ids of every table, as each viewer.
 * Gives how many were found, and what is wrong with those that are a fault or do not fit the
 * document.
 */
export async function walkReads(svc: TestServer, viewers: readonly Viewer[], slugs: readonly string[]) {
  const ids = idsOf(svc, 2)
  const valuesOf = (name: string) => (name === 'slug' || name === 'handle' ? slugs : ids)
  const wrong: string[] = []
  const found = new Set<string>()
  const { paths } = await openApiDocument(await createApp(svc.ctx), 'test', withoutPause)
  for (const [path, methods] of Object.entries(paths)) {
    const [, name] = /\{(\w+)\}/.exec(path) ?? []
    if (!('get' in methods) || path.endsWith('/stream') || path.split('{').length > 2) continue
    const addresses = name === undefined ? [path] : valuesOf(name).map((value) => path.replace(`{${name}}`, value))
    for (const address of addresses) {
      for (const { cookie } of viewers) {
        const response = await svc.fetch(address, { headers: { cookie }, redirect: 'manual' })
        if (response.ok) found.add(path)
        const misfit = await misfitAt(svc.ctx, 'GET', svc.url + address, response)
        const told = response.status < 500 ? misfit : `a fault: ${response.status}`
        if (told !== undefined) wrong.push(`${address}: ${told}`)
      }
    }
  }
  return { found, wrong }
}
