import { closeDb } from '../../../db/open.ts'
import { readConfig } from '../../../src/config.ts'
import { createCtx } from '../../../src/create-context.ts'
import { runChecks } from '../../../src/operate/doctor/run-checks.ts'
import { checks } from '../../../src/rooms.ts'
import { testAssets } from '../platform/assets.ts'
import type { Payments } from '../test-processor/stripe.ts'
import { publishableKey, secretKey } from '../test-processor/stripe.ts'

/** The doctor's line about one thing in a data folder, from beside the process that serves it. */
export async function doctorOf(
  dataDir: string,
  env: Record<string, string>,
  name: string,
  { now, ...how }: { fix?: boolean; deep?: boolean; all?: boolean; now?: () => number } = {},
) {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const ctx = createCtx(config, {
    assets: await testAssets(),
    selfCommand: [],
    pids: { own: 1, isAlive: () => false },
    testProcessor: { isReadOnly: true },
    ...(now ? { now } : {}),
  })
  try {
    const looks = checks.filter((check) => check.name === name)
    return (await runChecks(ctx, { ...how, looks }))[0]
  } finally {
    await ctx.processor?.stop()
    closeDb(ctx.db)
  }
}

/** The settings of an instance that takes Stripe for what is a test processor. */
export const atPeer = ({ test }: Payments, baseUrl = 'https://deck.example') => ({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: test.url,
  BASE_URL: baseUrl,
})
