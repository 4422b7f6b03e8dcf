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
    rows.flatMap(({ name, value, isSet }) => {
      const kept = isSecret(name) ? secrets[name] : value
      return isSet && settingOf(name) && kept !== undefined && kept !== null ? [[name, kept]] : []
    }),
  )
}

const isSecret = (name: string) => settingOf(name)?.kind === 'secret'

/** A changed setting: its new value, or null where it is no longer set. */
export type SettingChange = { setting: Setting; value: string | null }

/** Stores changes, secrets in secrets.json, with who made them. */
export function storeSettings(ctx: Ctx, changes: readonly SettingChange[], userId: string): void {
  const secrets = changes.filter(({ setting }) => setting.kind === 'secret')
  if (secrets.length > 0) {
    const values = secrets.map(({ setting, value }) => [setting.name, value] as const)
    writeKeptSettings(ctx.config.dataDir, ctx.random, Object.fromEntries(values))
  }
  const rows = changes.map(({ setting: { name, kind }, value }) => ({
    id: ctx.uuid(),
    name,
    value: kind === 'secret' ? null : value,
    isSet: value !== null,
    userId,
    changedAt: ctx.now(),
  }))
  ctx.db.insert(settingChanges).values(rows).run()
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
