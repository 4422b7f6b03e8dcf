import { and, desc, eq, inArray, lt, max } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { settingChanges } from '../../../db/schema/platform/setting.ts'
import type { Ctx } from '../../context.ts'
import type { Env } from './environment.ts'
import { seal, unseal } from './seal.ts'
import { isSecret, type Setting, settingOf, settings } from './settings.ts'

export type SettingValues = Readonly<Record<string, string>>

/** A secret that was set at the desk and is not here: nobody can open it, or it was forgotten. */
export type MissingSecret = { name: string; since: number; isForgotten: boolean }

/** The settings of the desk, secrets included, and the secrets that should be among them. */
export type StoredSettings = { values: SettingValues; missing: readonly MissingSecret[] }

/** Returns the settings of the desk; without a key none of the secrets can be opened. */
export function readStored(db: Db, sealing: Uint8Array | undefined): StoredSettings {
  const newest = db
    .select({ id: max(settingChanges.id) })
    .from(settingChanges)
    .groupBy(settingChanges.name)
  const rows = db.select().from(settingChanges).where(inArray(settingChanges.id, newest)).all()
  const read = rows
    .filter(({ name }) => settingOf(name) !== undefined)
    .map(({ id, name, value, sealed, isSet, isForgotten, changedAt }) => {
      const opened = sealed !== null && sealing ? unseal(sealing, placeOf(name, id), sealed) : undefined
      return { name, isSet, isForgotten, since: changedAt, present: isSecret(name) ? opened : (value ?? undefined) }
    })
  return {
    values: Object.fromEntries(
      read.flatMap(({ name, isSet, present }) => (isSet && present !== undefined ? [[name, present]] : [])),
    ),
    missing: read
      .filter(({ isSet, isForgotten, present }) => isForgotten || (isSet && present === undefined))
      .map(({ name, since, isForgotten }) => ({ name, since, isForgotten })),
  }
}

const placeOf = (name: string, changeId: string) => `${name} ${changeId}`

export const storedSettings = ({ db, secrets }: Pick<Ctx, 'db' | 'secrets'>): StoredSettings =>
  readStored(db, secrets.sealing)

/**
 * Returns the settings of the desk that are in force beside the environment. A secret that is not
 * here, or that the environment has empty, holds up what cannot start without it.
 */
export function inForce({ values, missing }: StoredSettings, environment: Env): SettingValues {
  const lacking = new Set(missing.flatMap(({ name }) => (environment[name] ? [] : [name])))
  for (const [name, value] of Object.entries(environment)) if (value === '') lacking.add(name)
  const held = settings.flatMap(({ name, holds = {} }) => (lacking.has(name) ? Object.entries(holds) : []))
  const isHeld = (name: string, value: string) =>
    lacking.has(name) || held.some(([each, beginning]) => each === name && value.startsWith(beginning))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isHeld(name, value)))
}

/** A changed setting: its new value, or null where it is no longer set. */
export type SettingChange = { setting: Setting; value: string | null }

/** Returns the settings of the desk as they are once these changes are stored. */
export function afterChanges({ values, missing }: StoredSettings, changes: readonly SettingChange[]): StoredSettings {
  const changed = new Set(changes.map(({ setting }) => setting.name))
  const kept = Object.entries(values).filter(([name]) => !changed.has(name))
  const set = changes.flatMap(({ setting, value }) => (value === null ? [] : [[setting.name, value] as const]))
  return {
    values: Object.fromEntries([...kept, ...set]),
    missing: missing.filter(({ name }) => !changed.has(name)),
  }
}

/**
 * Stores changes, secrets sealed, with who made them; nothing is left of the secrets that they
 * replace. Called in a transaction.
 */
export function storeSettings(ctx: Ctx, changes: readonly SettingChange[], userId: string): void {
  const rows = changes.map(({ setting: { name }, value }) => {
    const id = ctx.uuid()
    const row = { id, name, isSet: value !== null, userId, changedAt: ctx.now() }
    if (!isSecret(name)) return { ...row, value }
    return { ...row, sealed: value === null ? null : seal(ctx.secrets.sealing, placeOf(name, id), value, ctx.random) }
  })
  eraseSealed(
    ctx.db,
    rows.map(({ name }) => name),
  )
  ctx.db.insert(settingChanges).values(rows).run()
}

/** Unsets secrets that nobody can open, to be asked for again. Called in a transaction. */
export function forgetSecrets(db: Db, names: string[], uuid: () => string, now: number): void {
  const row = { isSet: false, isForgotten: true, changedAt: now }
  eraseSealed(db, names)
  if (names.length > 0)
    db.insert(settingChanges)
      .values(names.map((name) => ({ ...row, id: uuid(), name })))
      .run()
}

const eraseSealed = (db: Db, names: string[]): void =>
  void db.update(settingChanges).set({ sealed: null }).where(inArray(settingChanges.name, names)).run()

export type ChangeRow = typeof settingChanges.$inferSelect

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

/** Undefined where there is none. */
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
