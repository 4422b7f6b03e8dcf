import { inArray } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import { shownMailServer } from '../../lib/address/mail-server.ts'
import { deskActs } from '../../platform/http/session/desk-acts.ts'
import { mayUse, type Somebody } from '../../platform/http/session/desk-role.ts'
import { choicesOf } from '../../platform/setting/choice-words.ts'
import { environmentOf } from '../../platform/setting/restarting.ts'
import { nameOfPart, settingWords } from '../../platform/setting/setting-words.ts'
import { isSecret, type Setting, settingOf, settings } from '../../platform/setting/settings.ts'
import { newestChangeIds, newestChanges, storedSettings } from '../../platform/setting/stored-settings.ts'
import { draftOf } from './legal/draft.ts'
import type { Desk } from './model.ts'
import { readSetup } from './setup-progress.ts'
import { startPages } from './start-pages.ts'

const shownChanges = 30

/** Returns the settings that somebody may change with their sources, and the newest changes. */
export function readDesk(ctx: Ctx, reader: Somebody): Desk {
  const environment = environmentOf(ctx)
  const { values: stored, missing } = storedSettings(ctx)
  const isMissing = new Set(missing.map(({ name }) => name))
  const changeIds = newestChangeIds(ctx)
  const wordsOf = settingWords()
  return {
    settings: settings.filter(mayChange(reader)).map(({ name, group, kind, choices = [], onlyWith = null, part }) => {
      const value = environment[name] ?? stored[name] ?? null
      const setBy = environment[name] !== undefined ? 'environment' : value === null ? null : 'desk'
      return {
        ...wordsOf(name),
        name,
        group,
        part: part === undefined ? null : nameOfPart(part),
        kind,
        choices: kind === 'page' ? startPages(ctx, value) : choicesOf(name, choices),
        value: kind === 'mail-server' ? shownMailServer(value ?? '') : kind === 'secret' ? null : value,
        standard: standards(ctx)[name] ?? null,
        onlyWith,
        setBy,
        isMissing: setBy === null && isMissing.has(name),
        change: changeIds.get(name) ?? null,
        draft: draftOf(ctx, name),
      }
    }),
    changes: changesOf(ctx, reader),
    setup: readSetup(ctx),
  }
}

const standards = ({ config }: Ctx): Readonly<Record<string, string>> => ({
  PAYMENTS: config.payments,
  REGISTRATION: config.registration,
  SELLERS: config.sellers,
  GIVE_BACK: config.giveBack,
  PUBLIC_API: config.publicApi,
})

const mayChange =
  (reader: Somebody) =>
  ({ isHelpers }: Setting): boolean =>
    mayUse(reader, deskActs[isHelpers ? 'change-settings' : 'change-owner-settings'].who)

function changesOf(ctx: Ctx, reader: Somebody): Desk['changes'] {
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
    return {
      id,
      name,
      label: wordsOf(name).label,
      value,
      isSecret: isSecret(name),
      isSet,
      by: (userId === null ? undefined : handles.get(userId)) ?? null,
      changedAt: new Date(changedAt).toISOString(),
      canUndo: setting !== undefined && !isSecret(name) && mayChange(reader)(setting),
    }
  })
}
