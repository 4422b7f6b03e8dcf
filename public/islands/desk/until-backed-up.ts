import type { Health } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'

const lookEveryMs = 1_500

/** Waits for the backup in progress, and returns the state of the backups after it. */
export async function untilBackedUp(): Promise<Health['backups']> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const { data } = await api.desk.health.get()
    if (data && !data.backups.isRunning) return data.backups
  }
}
