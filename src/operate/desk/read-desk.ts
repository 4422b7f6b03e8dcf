import { inArray } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { ownState } from '../../platform/own-state.ts'
import { environmentOf } from '../../platform/setting/restarting.ts'
import { settingWords } from '../../platform/setting/setting-words.ts'
import { settingOf, settings } from '../../platform/setting/settings.ts'
import { newestChangeIds, newestChanges, storedSettings } from '../../platform/setting/stored-settings.ts'
import { draftOf } from './draft-texts.ts'
import type { Desk } from './model.ts'
import { readSetup } from './setup-progress.ts'

const shownChanges = 30

const startedAt = ownState((ctx) => ({ iso: new Date(ctx.now()).toISOString() }))

/** Returns all settings with their sources, and the newest changes. */
export function readDesk(ctx: Ctx): Desk {
  const environment = environmentOf(ctx)
  const stored = storedSettings(ctx.db, ctx.config.dataDir)
  const changeIds = newestChangeIds(ctx)
  const wordsOf = settingWords()
  return {
    settings: settings.map(({ name, choices = [], ...setting }) => {
      const value = environment[name] ?? stored[name] ?? null
      const setBy = environment[name] !== undefined ? 'environment' : value === null ? null : 'desk'
      return {
        ...setting,
        ...wordsOf(name),
        name,
        choices: [...choices],
        value: setting.kind === 'secret' ? null : value,
        setBy,
        change: changeIds.get(name) ?? null,
        draft: draftOf(ctx, name),
      }
    }),
    changes: changesOf(ctx),
    setup: readSetup(ctx),
    startedAt: startedAt(ctx).iso,
  }
}

function changesOf(ctx: Ctx): Desk['changes'] {
  const rows = newestChanges(ctx, shownChanges)
  const ids = rows.flatMap(({ userId }) => userId ?? [])
  const people = ctx.db
    .select({ userId: artists.userId, handle: artists.handle })
    .from(artists)
    .where(inArray(artists.userId, ids))
    .all()
  const wordsOf = settingWords()
  const handles = new Map(people.map(({ userId, handle }) => [userId, handle]))
  return rows.map(({ id, name, value, isSet, userId, changedAt }) => {
    const setting = settingOf(name)
    const isSecret = setting?.kind === 'secret'
    return {
      id,
      name,
      label: wordsOf(name).label,
      value,
      isSecret,
      isSet,
      by: (userId === null ? undefined : handles.get(userId)) ?? null,
      changedAt: new Date(changedAt).toISOString(),
      canUndo: setting !== undefined && !isSecret,
    }
  })
}
