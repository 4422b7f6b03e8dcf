import { cookieOf, signUpBody } from '../account/account.ts'
import { type ServerProcess, startProcess, temporaryFolder } from '../process.ts'

/** The routes that change settings. */
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

/** Returns since when the site has served with its settings. */
export const startedAt = async (svc: ServerProcess, cookie: string): Promise<unknown> => {
  const answer = await svc.call('GET', '/api/desk/settings', { cookie }).catch(() => null)
  return Reflect.get(Object(answer?.json), 'startedAt')
}

/** Changes settings and waits until the site serves with them. */
export async function change(svc: ServerProcess, cookie: string, body: Body) {
  const before = await startedAt(svc, cookie)
  const answer = await svc.call('PATCH', '/api/desk/settings', { cookie, body })
  if (answer.status === 204) await restarted(svc, cookie, before)
  return answer
}

/** Waits until the site serves with other settings than before. */
export async function restarted(svc: ServerProcess, cookie: string, before: unknown) {
  for (;;) {
    const now = await startedAt(svc, cookie)
    if (typeof now === 'string' && now !== before) return
    await Bun.sleep(20)
  }
}

/** A change of one setting. */
export const one = (name: string, value: string | null): Body => ({ settings: [{ name, value }] })
