import { expect, test } from 'bun:test'
import { drill, litestream } from '../support/operate/drill.ts'

test.skipIf(!litestream)(
  'after a failover under sales every payment that the processor took is granted, and the books are right',
  async () => {
    const { told, paid, granted, exitCode, said, lostMs } = await drill(litestream ?? '', {
      buyers: 60,
      least: 12,
      withinMs: 700,
    })
    expect(told).toBeGreaterThan(10)
    expect(paid).toBeGreaterThanOrEqual(told)
    expect([granted, exitCode]).toEqual([paid, 0])
    expect(said).toContain('Nothing needs fixing')
    expect(lostMs).toBeLessThan(10_000)
  },
)
