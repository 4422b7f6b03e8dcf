import { and, desc, eq, inArray, lt, max } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import type { Ctx } from '../../context.ts'
import { readKeptSettings, writeKeptSettings } from '../secrets.ts'
import { type Setting, settingOf } from './settings.ts'

/** Values of settings by their names, such as those of the environment. */
export type SettingValues = Readonly<Record<string, string>>

/** Returns the settings of the desk, secrets included. `dataDir`: where secrets.json is. */
export function storedSettings(db: Db, dataDir: string): SettingValues {
  const newest = db
    .select({ id: max(settingChanges.id) })
    .from(settingChanges)
    .groupBy(settingChanges.name)
  const rows = db.select().from(settingChanges).where(inArray(settingChanges.id, newest)).all()
  const secrets = rows.some(({ name, isSet }) => isSet && isSecret(name)) ? readKeptSettings(dataDir) : {}
  return Object.fromEntries(
    rows.flatMap(({ id, name, value, isSet }) => {
      const kept = isSecret(name) ? secrets[keyOf(name, id)] : value
      return isSet && settingOf(name) && kept !== undefined && kept !== null ? [[name, kept]] : []
    }),
  )
}

const keyOf = (name: string, changeId: string) => `${name} ${changeId}`

const isSecret = (name: string) => settingOf(name)?.kind === 'secret'

/** A changed setting: its new value, or null where it is no longer set. */
export type SettingChange = { setting: Setting; value: string | null }

/**
 * Stores changes, secrets in secrets.json, with who made them. Called in a transaction: a secret is
 * in force with the row of its change only, so that one whose transaction came to nothing replaces
 * none. `forgetSecrets` follows.
 */
export function storeSettings(ctx: Ctx, changes: readonly SettingChange[], userId: string): void {
  const made = changes.map((change) => ({ ...change, id: ctx.uuid() }))
  const secrets = made.flatMap(({ id, setting: { name, kind }, value }) =>
    kind === 'secret' && value !== null ? [[keyOf(name, id), value] as const] : [],
  )
  const { dataDir } = ctx.config
  if (secrets.length > 0) {
    writeKeptSettings(dataDir, ctx.random, { ...readKeptSettings(dataDir), ...Object.fromEntries(secrets) })
  }
  const rows = made.map(({ id, setting: { name, kind }, value }) => ({
    id,
    name,
    value: kind === 'secret' ? null : value,
    isSet: value !== null,
    userId,
    changedAt: ctx.now(),
  }))
  ctx.db.insert(settingChanges).values(rows).run()
}

/**
 * Removes the secrets that are in force no more from secrets.json. Called once a change is stored.
 */
export function forgetSecrets(ctx: Ctx): void {
  const { dataDir } = ctx.config
  const kept = readKeptSettings(dataDir)
  const current = new Set([...newestChangeIds(ctx)].map(([name, id]) => keyOf(name, id ?? '')))
  const left = Object.entries(kept).filter(([key]) => current.has(key))
  if (left.length < Object.keys(kept).length) writeKeptSettings(dataDir, ctx.random, Object.fromEntries(left))
}

/** A row of the history of changes. */
export type ChangeRow = typeof settingChanges.$inferSelect

/** Returns the newest changes, the last first. */
export const newestChanges = ({ db }: Ctx, limit: number): ChangeRow[] =>
  db.select().from(settingChanges).orderBy(desc(settingChanges.id)).limit(limit).all()

/** Returns the id of the newest change of each setting that was ever changed here. */
export const newestChangeIds = ({ db }: Pick<Ctx, 'db'>): ReadonlyMap<string, string | null> =>
  new Map(
    db
      .select({ name: settingChanges.name, id: max(settingChanges.id) })
      .from(settingChanges)
      .groupBy(settingChanges.name)
      .all()
      .map(({ name, id }) => [name, id]),
  )

/**
 * Returns the change of that id, and the one of the same setting before it; undefined where there
 * is none.
 */
export function changeOf({ db }: Ctx, id: string): { change: ChangeRow; before: ChangeRow | undefined } | undefined {
  const change = db.select().from(settingChanges).where(eq(settingChanges.id, id)).get()
  if (!change) return undefined
  const before = db
    .select()
    .from(settingChanges)
    .where(and(eq(settingChanges.name, change.name), lt(settingChanges.id, id)))
    .orderBy(desc(settingChanges.id))
    .limit(1)
    .get()
  return { change, before }
}
