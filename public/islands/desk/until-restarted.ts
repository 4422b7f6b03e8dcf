import type { Desk } from '../../../src/operate/desk/model.ts'
import { api } from '../../lib/api.ts'

const lookEveryMs = 400
const patienceMs = 30_000

/**
 * Returns the desk once the site has restarted; null when it has not come back at this address
 * within half a minute.
 */
export async function untilRestarted(startedAt: string): Promise<Desk | null> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    const answer = await api.desk.settings.get().catch(() => null)
    if (answer?.data && answer.data.startedAt !== startedAt) return answer.data
  }
  return null
}
