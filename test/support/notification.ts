import type { TestServer } from './server.ts'
import type { Person } from './world.ts'

/** A notification as the list has it. */
export type Told = { id: string; kind: string; title: string; text: string; path: string; read: boolean }

/** A page of somebody's notifications. */
export async function listed(svc: TestServer, { cookie }: Person, query = '') {
  const { text } = await svc.call('GET', `/api/notifications${query}`, { cookie })
  const page: { notifications: Told[]; nextCursor: string | null } = JSON.parse(text)
  return page
}

/** What somebody was told, newest first: title and text. */
export const toldTo = async (svc: TestServer, person: Person): Promise<string[]> =>
  (await listed(svc, person)).notifications.map(({ title, text }) => `${title} | ${text}`)

/** How many notifications somebody has not read. */
export const unreadOf = async (svc: TestServer, { cookie }: Person): Promise<unknown> =>
  (await svc.call('GET', '/api/notifications/unread-count', { cookie })).json
