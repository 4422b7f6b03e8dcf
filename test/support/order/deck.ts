import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Ctx } from '../../../src/context.ts'
import { backUp, putBack } from '../operate/restore.ts'
import { putMigrated, startServer, type TestServer } from '../server.ts'
import type { Wire } from '../test-processor/stripe-wire.ts'
import { cast, type Person } from '../world.ts'
import { type Bank, startBank } from './bank.ts'
import { castSellers, envOf, listenAt, type Seller, type Setting } from './market.ts'
import { type Relay, startRelay } from './relay.ts'

/** Where money moves in a property run: the program, the processor, and the road between them. */
export type Deck = AsyncDisposable & {
  readonly setting: Setting
  readonly ctx: Ctx
  readonly processor: Bank
  readonly relay: Relay
  /**
   * The owner of the instance, two who sell through connected accounts (in the US, and in Germany
   * for euros), and what the three sell together.
   */
  readonly sellers: readonly Seller[]
  readonly buyers: readonly Person[]
  /**
   * Whether the program's clock can be moved: otherwise what it tries again later comes too late
   * for the run.
   */
  readonly movesClock: boolean
  call: TestServer['call']
  tick(ms: number): void
  /** Resolves when the program has worked on everything that is due. */
  idle(): Promise<void>
  /** Ends the program as kill -9 does and starts it again on what the disk has. */
  crash(): Promise<void>
  /** Copies the database, as a backup does. */
  copy(): void
  /** Ends the program and starts it again on the last copy. Returns whether there is one. */
  restore(): Promise<boolean>
  /** Serves the folder at the test processor inside the program as long as `act` lasts. */
  inTestMode(act: (svc: TestServer) => Promise<void>): Promise<void>
}

/** Starts the processor of a run. */
export function bankOf(nowMs: () => number, { settlesIn, fees, refunds, takesBack }: Setting, wire?: Wire): Bank {
  const options = {
    ...(settlesIn === 'each' ? {} : { currency: settlesIn, convertsCharges: true }),
    ...(fees === 'late' ? { captureMs: 1_800_000, capturesLate: true } : {}),
    refundsWait: refunds === 'when there is money',
    reversesPending: takesBack !== 'what is available',
  }
  return startBank(nowMs, options, wire)
}

/** Puts people into the database who have never bought anything. */
export const castBuyers = (ctx: Ctx): Person[] =>
  ['ada', 'ben', 'cleo', 'dora'].map((name) => cast(ctx, name, { published: false }))

/**
 * A deck within this process. A crash goes on from a copy of the files as they are at that moment.
 */
export async function openDeck(setting: Setting, wire?: Wire): Promise<Deck> {
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const processor = bankOf(nowMs, setting, wire)
  const relay = startRelay(nowMs, wire)
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-deck-'))
  let boots = 0
  let copy: string | undefined
  const limiter = { take: () => 0 }
  const env = envOf(processor, relay, setting)
  // If the clock went back for a moment, transfers would be made again whose keys the processor has
  // forgotten.
  const boot = () => startServer({ dataDir: join(folder, String(boots)), env, limiter, aheadMs: offsetMs })
  mkdirSync(join(folder, '0'))
  putMigrated(join(folder, '0'))
  let svc = await boot()
  const sellers = await castSellers(svc.ctx, processor, setting)
  const buyers = castBuyers(svc.ctx)
  await listenAt(relay, svc.ctx)
  relay.target = svc.url
  return {
    setting,
    get ctx() {
      return svc.ctx
    },
    processor,
    relay,
    sellers,
    buyers,
    movesClock: true,
    async call(...asked) {
      const boot = boots
      const answer = await svc.call(...asked)
      // The program from before a crash may end in peace, but nobody hears it any more.
      if (boot !== boots) throw new TypeError('The program was killed.')
      return answer
    },
    tick(ms) {
      offsetMs += ms
      svc.tick(ms)
      processor.test.wake()
    },
    idle: () => svc.ctx.jobs.idle(),
    async crash() {
      relay.target = undefined
      boots += 1
      // A request that a killed program has not sent by then it sends no more.
      processor.isCutOff = true
      const isKept = (path: string) => !basename(path).endsWith('-shm')
      cpSync(svc.dataDir, join(folder, String(boots)), { recursive: true, filter: isKept })
      await svc[Symbol.asyncDispose]()
      processor.isCutOff = false
      rmSync(svc.dataDir, { recursive: true, force: true })
      svc = await boot()
      relay.target = svc.url
    },
    copy() {
      const made = backUp(svc)
      copy = join(folder, 'copy.db')
      renameSync(made, copy)
    },
    async restore() {
      if (copy === undefined) return false
      relay.target = undefined
      boots += 1
      const dataDir = join(folder, String(boots))
      await svc[Symbol.asyncDispose]()
      renameSync(svc.dataDir, dataDir)
      putBack(dataDir, copy)
      relay.lose()
      svc = await boot()
      relay.target = svc.url
      return true
    },
    async inTestMode(act) {
      relay.target = undefined
      const { dataDir } = svc
      await svc[Symbol.asyncDispose]()
      const other = await startServer({ dataDir, env: { PAYMENTS: 'test', LOG_LEVEL: 'error' }, limiter })
      try {
        await act(other)
      } finally {
        await other[Symbol.asyncDispose]()
      }
      svc = await boot()
      relay.target = svc.url
    },
    async [Symbol.asyncDispose]() {
      await svc[Symbol.asyncDispose]()
      await processor.stop()
      relay[Symbol.dispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
