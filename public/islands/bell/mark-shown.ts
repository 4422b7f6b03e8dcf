import type { Notification } from '../../../src/account/notification/model.ts'
import { api } from '../../lib/api.ts'

/** Marks the shown notifications as read. If that fails, they are new again the next time. */
export async function markShown(shown: readonly Pick<Notification, 'id' | 'read'>[]): Promise<void> {
  const ids = shown.filter(({ read }) => !read).map(({ id }) => id)
  if (ids.length > 0) await api.notifications.read.post({ ids })
}
