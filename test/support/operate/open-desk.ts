import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { cookieOf, signUpBody } from '../account/account.ts'
import { type ServerProcess, startProcess, temporaryFolder } from '../process.ts'

/** The body of the routes that change settings. */
export type Body = { settings: { name: string; value: string | null; change?: unknown }[]; anyway?: boolean }

/** A program of its own with an owner, as an operator has it. */
export async function openDesk(env: Record<string, string> = {}) {
  const folder = temporaryFolder()
  const svc = await startProcess({ dataDir: folder.path, env })
  while (!svc.printed().includes('setup#token=')) await Bun.sleep(5)
  const setup = /setup#token=([\w-]+)/.exec(svc.printed())?.[1]
  const cookie = cookieOf(await svc.call('POST', '/api/auth/signup', { body: { ...signUpBody('nova'), setup } }))
  const read = async () => (await svc.call('GET', '/api/desk/settings', { cookie })).json
  const patch = (body: Body) => svc.call('PATCH', '/api/desk/settings', { cookie, body })
  return { folder, svc, cookie, read, patch }
}

export const change = (svc: ServerProcess, cookie: string, body: Body) =>
  svc.call('PATCH', '/api/desk/settings', { cookie, body })

export const one = (name: string, value: string | null): Body => ({ settings: [{ name, value }] })

/** Publishes the owner's casset, which has no track yet. */
export function publish(dataDir: string) {
  using db = new Database(join(dataDir, 'tapedeck.db'))
  db.run('PRAGMA busy_timeout = 5000')
  db.run('UPDATE cassets SET published = 1, published_at = 1')
}
