import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'

const lookEveryMs = 1_500

/** Waits until the backup that is being made is done, and returns how it stands then. */
export async function untilBackedUp(): Promise<Health['backups']> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const { data } = await api.desk.health.get()
    if (data && !data.backups.isRunning) return data.backups
  }
}
