import { join } from 'node:path'
import { inTransaction } from '../../../db/commits.ts'
import { closeDb, openDb } from '../../../db/open.ts'
import { users } from '../../../db/schema/account/account.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import { readConfig } from '../../../src/config.ts'
import type { Ctx } from '../../../src/context.ts'
import { createCtx } from '../../../src/create-context.ts'
import { settingOf } from '../../../src/platform/setting/settings.ts'
import { type SettingValues, storeSettings } from '../../../src/platform/setting/stored-settings.ts'
import { testAssets } from '../platform/assets.ts'
import { cast } from '../world.ts'

/** A value for each secret of the desk, and for the settings that go with them. */
export const deskValues: SettingValues = {
  SMTP_URL: 'smtp://user:hush@127.0.0.1:9',
  MAIL_FROM: 'nova@music.example',
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_hush',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_hush',
  STRIPE_WEBHOOK_SECRET: 'whsec_hush',
  STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_hush',
  BACKUP_TO: 's3://backups/site',
  BACKUP_PASSPHRASE: 'hush hush hush hush',
  BACKUP_S3_ENDPOINT: 'http://127.0.0.1:9',
  BACKUP_S3_ACCESS_KEY_ID: 'me',
  BACKUP_S3_SECRET_ACCESS_KEY: 'hush',
  GOOGLE_CLIENT_ID: 'me',
  GOOGLE_CLIENT_SECRET: 'hush',
  DISCORD_CLIENT_ID: 'me',
  DISCORD_CLIENT_SECRET: 'hush',
  APPLE_CLIENT_ID: 'me',
  APPLE_TEAM_ID: 'us',
  APPLE_KEY_ID: 'key',
  APPLE_PRIVATE_KEY: 'hush',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'me',
  OIDC_CLIENT_SECRET: 'hush',
  AGENT_API_SECRET: 'hush-hush-hush-hush',
  METRICS_TOKEN: 'hush-hush-hush-hush',
}

/** Opens a data folder as a command does, with a desk. */
export async function openSite(dataDir: string, env: Record<string, string> = {}): Promise<Ctx> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env })
  const pids = { own: process.pid, isAlive: () => false }
  return createCtx(config, { env, pids, assets: await testAssets(), selfCommand: [] })
}

/** Sets settings as the desk does, in place of all that were. */
export async function setAtDesk(dataDir: string, names: readonly string[]): Promise<void> {
  const raw = openDb(join(dataDir, 'tapedeck.db'))
  raw.delete(settingChanges).run()
  closeDb(raw)
  const ctx = await openSite(dataDir)
  try {
    const userId = ctx.db.select({ id: users.id }).from(users).get()?.id ?? cast(ctx, 'nova').userId
    const changes = names.flatMap((name) => {
      const setting = settingOf(name)
      return setting ? [{ setting, value: deskValues[name] ?? null }] : []
    })
    inTransaction(ctx.db, () => storeSettings(ctx, changes, userId))
  } finally {
    closeDb(ctx.db)
  }
}
