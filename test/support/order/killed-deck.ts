import { closeDb } from '../../../db/open.ts'
import { readConfig } from '../../../src/config.ts'
import { createCtx } from '../../../src/create-context.ts'
import { testAssets } from '../platform/assets.ts'
import { startProcess, temporaryFolder } from '../process.ts'
import type { Wire } from '../test-processor/stripe-wire.ts'
import { bankOf, castBuyers, type Deck } from './deck.ts'
import { castSellers, envOf, listenAt, type Setting } from './market.ts'
import { startRelay } from './relay.ts'
import { workKinds } from './run.ts'

const due = `SELECT 1 FROM jobs WHERE state <> 'FAILED' AND (state <> 'READY' OR run_at <= ?)
  AND (kind IN ${workKinds}
    OR kind IN ('refund-prize', 'settle-order', 'transfer', 'account-ready', 'payout-contents', 'update-customer')) LIMIT 1`

/**
 * A deck whose program is a process of its own: a crash is a real kill -9. Only the processor's
 * clock can be moved, and the database is read by a second process.
 */
export async function openKilledDeck(setting: Setting, wire?: Wire): Promise<Deck> {
  let offsetMs = 0
  const processor = bankOf(() => Date.now() + offsetMs, setting, wire)
  const relay = startRelay(Date.now, wire)
  const folder = temporaryFolder()
  const dataDir = folder.path
  const env = envOf(processor, relay, setting)
  const ctx = createCtx(readConfig({ DATA_DIR: dataDir, ...env }), {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 0, isAlive: () => true },
  })
  const sellers = await castSellers(ctx, processor, setting)
  const buyers = castBuyers(ctx)
  await listenAt(relay, ctx)
  const boot = async () => {
    const booted = await startProcess({ dataDir, env: { PATH: Bun.env.PATH ?? '', ...env } })
    relay.target = booted.url
    return booted
  }
  let svc = await boot()
  return {
    setting,
    ctx,
    processor,
    relay,
    sellers,
    buyers,
    movesClock: false,
    call: (...asked) => svc.call(...asked),
    tick(ms) {
      offsetMs += ms
      processor.test.wake()
    },
    async idle() {
      while (ctx.db.$client.query(due).get(Date.now())) await Bun.sleep(5)
    },
    async crash() {
      relay.target = undefined
      await svc.end('SIGKILL')
      svc = await boot()
    },
    // The second process has the database open.
    copy() {},
    restore: async () => false,
    async inTestMode() {},
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await processor.stop()
      relay[Symbol.dispose]()
      closeDb(ctx.db)
      folder[Symbol.dispose]()
    },
  }
}
