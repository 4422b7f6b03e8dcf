import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sellerAccounts } from '../../../db/schema/checkout.ts'
import { makeOwner } from '../../../src/account/make-owner.ts'
import type { Ctx } from '../../../src/context.ts'
import { randomBytes } from '../../../src/lib/random-bytes.ts'
import { createProcessor, type Processor } from '../../../src/payment/processor.ts'
import type { TestProcessor } from '../../../src/test-processor/start.ts'
import { startServer, type TestServer } from '../server.ts'
import { publishableKey, secretKey } from '../stripe.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import { type Relay, startRelay } from './relay.ts'

/** Where money moves in a property run: the program, the processor beside it, and the road between them. */
export type Deck = AsyncDisposable & {
  readonly ctx: Ctx
  readonly processor: Processor & { test: TestProcessor }
  readonly relay: Relay
  /** One sells through a connected account, the other owns the instance. */
  readonly sellers: readonly { person: Person; accountId: string | null }[]
  call: TestServer['call']
  tick(ms: number): void
  /** Resolves when the program has worked on everything that is due. */
  idle(): Promise<void>
  /** Ends the program as kill -9 does and starts it again on what the disk has. */
  crash(): Promise<void>
}

/** The processor of a run, with a clock of the run's. It outlives the program, as Stripe does. */
export function startBank(nowMs: () => number): Processor & { test: TestProcessor } {
  const processor = createProcessor({
    payments: 'test',
    secretKey,
    publishableKey,
    apiBase: undefined,
    nowMs,
    random: randomBytes,
    retries: 0,
  })
  if (!processor?.test) throw new Error('The processor did not start.')
  return { ...processor, test: processor.test }
}

/** What the program is told, so that it takes the processor for Stripe. */
export const envOf = (processor: Processor, { secret }: Relay) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: processor.apiBase.origin,
  STRIPE_WEBHOOK_SECRET: secret,
  PLATFORM_FEE_PERCENT: '10',
  LOG_LEVEL: 'error',
})

/** Puts the two sellers into the database, each with a casset for 700. */
export async function castSellers(ctx: Ctx, { stripe, test }: Deck['processor']): Promise<Deck['sellers']> {
  const [nova, boss] = ['nova', 'boss'].map((handle) => cast(ctx, handle, { priceMinor: 700 }))
  if (!nova || !boss) throw new Error('Nobody sells.')
  for (const { cassetId } of [nova, boss]) await addReadyTrack(ctx, cassetId, 'Dawn')
  makeOwner(ctx, 'boss@example.com')
  const { id: accountId } = await stripe.v2.core.accounts.create({
    identity: { country: 'us' },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  })
  await test.completeOnboarding(accountId)
  const row = { artistId: nova.artistId, mode: 'test-key', accountId, ready: true, createdAt: ctx.now() } as const
  ctx.db.insert(sellerAccounts).values(row).run()
  return [
    { person: nova, accountId },
    { person: boss, accountId: null },
  ]
}

/** Registers the relay where the processor's webhooks go. */
export async function listenAt(relay: Relay, { test }: Deck['processor'], events: readonly string[]): Promise<void> {
  const registration = { name: 'relay', payload: 'snapshot', url: relay.url, from: ['self'] } as const
  relay.secret = await test.registerWebhook({ ...registration, events: [...events], from: [...registration.from] })
}

/** A deck within this process. A crash goes on from a copy of the files as they are at that moment. */
export async function openDeck(events: readonly string[]): Promise<Deck> {
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs
  const processor = startBank(nowMs)
  const relay = startRelay(nowMs)
  await listenAt(relay, processor, events)
  const folder = mkdtempSync(join(tmpdir(), 'tapedeck-deck-'))
  let boots = 0
  const boot = () => {
    const limiter = { take: () => 0 }
    return startServer({ dataDir: join(folder, String(boots)), env: envOf(processor, relay), limiter })
  }
  let svc = await boot()
  relay.target = svc.url
  const sellers = await castSellers(svc.ctx, processor)
  return {
    get ctx() {
      return svc.ctx
    },
    processor,
    relay,
    sellers,
    async call(...asked) {
      const boot = boots
      const answer = await svc.call(...asked)
      // The one before a crash is let end in peace, but nobody hears it any more.
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
      const isKept = (path: string) => !basename(path).endsWith('-shm')
      cpSync(svc.dataDir, join(folder, String(boots)), { recursive: true, filter: isKept })
      await svc[Symbol.asyncDispose]()
      rmSync(svc.dataDir, { recursive: true, force: true })
      svc = await boot()
      svc.tick(offsetMs)
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
