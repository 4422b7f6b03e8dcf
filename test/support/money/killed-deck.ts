import { closeDb } from '../../../db/open.ts'
import { readConfig } from '../../../src/config.ts'
import { createCtx } from '../../../src/context.ts'
import { testAssets } from '../assets.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import { castSellers, type Deck, envOf, listenAt, startBank } from './deck.ts'
import { startRelay } from './relay.ts'

/**
 * A deck whose program is a process of its own: a crash is a real kill -9. Only the processor's clock can be moved, and
 * what stands in the database is read from beside.
 */
export async function openKilledDeck(events: readonly string[]): Promise<Deck> {
  let offsetMs = 0
  const processor = startBank(() => Date.now() + offsetMs)
  const relay = startRelay(Date.now)
  await listenAt(relay, processor, events)
  const folder = temporaryFolder()
  const dataDir = folder.path
  const env = envOf(processor, relay)
  const ctx = createCtx(readConfig({ DATA_DIR: dataDir, ...env }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => true },
  })
  const sellers = await castSellers(ctx, processor)
  const boot = async () => {
    const booted = await startProcess({ dataDir, env: { PATH: Bun.env.PATH ?? '', ...env } })
    relay.target = booted.url
    return booted
  }
  let svc = await boot()
  const undone = ctx.db.$client.query(
    "SELECT 1 FROM jobs WHERE kind IN ('process-event', 'refund-duplicate', 'transfer') AND state <> 'FAILED' LIMIT 1",
  )
  return {
    ctx,
    processor,
    relay,
    sellers,
    call: (...asked) => svc.call(...asked),
    tick(ms) {
      offsetMs += ms
      processor.test.wake()
    },
    async idle() {
      while (undone.get()) await Bun.sleep(5)
    },
    async crash() {
      relay.target = undefined
      await svc.end('SIGKILL')
      svc = await boot()
    },
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await processor.stop()
      relay[Symbol.dispose]()
      closeDb(ctx.db)
      folder[Symbol.dispose]()
    },
  }
}
