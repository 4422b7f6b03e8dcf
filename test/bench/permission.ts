import { checkPermission } from '../../src/release/check-permission.ts'
import { publishedRelease } from '../support/release.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'
import { medianOf } from './median.ts'
import { atLeast, type Row } from './report.ts'

const rounds = 5
const checks = 5_000

/** Permission checks with signed receipts, of two policies each, by processor time: others share these cores. */
export async function benchPermission(): Promise<Row[]> {
  await using svc = await startServer()
  const { nova, dawn } = await world(svc)
  const id = await publishedRelease(svc, nova, [dawn.id])
  const perSecond: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    for (let n = 0; n < checks; n += 1) {
      checkPermission(svc.ctx, id, { scope: 'remix', agentKey: 'librarian', commercial: true })
    }
    const { user, system } = process.cpuUsage(before)
    perSecond.push(checks / ((user + system) / 1e6))
  }
  return [atLeast('permission checks with a signed receipt, a second of processor', medianOf(perSecond), 5_000)]
}
