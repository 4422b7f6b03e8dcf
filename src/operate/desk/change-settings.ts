import { inTransaction } from '../../../db/commits.ts'
import { isSeenByAll } from '../../casset/access/visible-casset.ts'
import { ConfigError, readConfig } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { createProcessor, PaymentSetupError } from '../../platform/payment/processor.ts'
import { environmentOf, restartingOf } from '../../platform/setting/restarting.ts'
import { settingOf } from '../../platform/setting/settings.ts'
import { changeOf, type SettingChange, storedSettings, storeSettings } from '../../platform/setting/stored-settings.ts'
import type { SettingsPatch } from './model.ts'
import { reachedAt } from './reached-at.ts'

/** The answer is sent first. */
const restartAfterMs = 100

type Author = Pick<Viewer, 'userId'>

/**
 * Changes settings, all or none, and serves the site anew with them. Throws VALIDATION for the
 * first one that is wrong, by its name, and BAD_STATE for one that the environment sets.
 */
export async function changeSettings(ctx: Ctx, author: Author, { settings: asked, anyway }: SettingsPatch) {
  const changes = asked.map(readChange(ctx))
  const names = new Set(changes.map(({ setting }) => setting.name))
  if (names.size < changes.length) throw invalid('settings', 'Each setting can be changed once at a time.')
  refuseUnusable(ctx, changes)
  const startPage = valueIn(changes, 'START_PAGE')
  if (startPage && !isSeenByAll(ctx, startPage))
    throw invalid('START_PAGE', 'There is no page of this handle that everybody sees.', 'Publish it first.')
  const address = valueIn(changes, 'BASE_URL')
  if (address && !anyway && !(await reachedAt(address))) {
    const hint =
      'Check the name, its DNS record and the proxy; or set it anyway, if this machine cannot reach itself by it.'
    throw invalid('BASE_URL', 'The site was not reached at this address.', hint)
  }
  inTransaction(ctx.db, () => storeSettings(ctx, changes, author.userId))
  ctx.log.info('settings changed', { names: [...names].join(' ') })
  setTimeout(() => restartingOf(ctx).restart(), restartAfterMs).unref()
}

/**
 * Sets a setting to what it was before a change. Throws NOT_FOUND, and BAD_STATE for a secret,
 * which is kept nowhere.
 */
export async function undoChange(ctx: Ctx, author: Author, id: string): Promise<void> {
  const found = changeOf(ctx, id)
  const setting = found && settingOf(found.change.name)
  if (!setting) throw notFound('change')
  if (setting.kind === 'secret') throw new AppError('BAD_STATE', 'A secret is not kept once it was replaced.')
  const value = found.before?.isSet ? found.before.value : null
  await changeSettings(ctx, author, { settings: [{ name: setting.name, value }], anyway: true })
}

const readChange =
  (ctx: Ctx) =>
  ({ name, value }: SettingsPatch['settings'][number]): SettingChange => {
    const setting = settingOf(name)
    if (!setting) throw invalid('settings', `The desk cannot set "${name}".`)
    if (environmentOf(ctx)[name] !== undefined) {
      const hint = 'Change it there and start the program again.'
      throw new AppError('BAD_STATE', `${name} is set by the environment, which wins.`, { field: name, hint })
    }
    return { setting, value: value?.trim() || null }
  }

const valueIn = (changes: readonly SettingChange[], name: string) =>
  changes.find(({ setting }) => setting.name === name)?.value

/** Throws VALIDATION where the site could not start with these settings. */
function refuseUnusable(ctx: Ctx, changes: readonly SettingChange[]): void {
  const values: Record<string, string> = { ...storedSettings(ctx.db, ctx.config.dataDir) }
  for (const { setting, value } of changes) {
    if (value === null) delete values[setting.name]
    else values[setting.name] = value
  }
  try {
    const config = readConfig({ ...values, ...environmentOf(ctx) }, ctx.config.addressName, ctx.config.domain)
    const { payments, stripe } = config
    if (payments !== 'stripe') return
    createProcessor({ payments, ...stripe, nowMs: ctx.now, random: ctx.random, openTest: neverOpened })
  } catch (error) {
    if (error instanceof PaymentSetupError) throw invalid(nameIn(error.message), error.message)
    if (!(error instanceof ConfigError)) throw error
    const [first] = error.faults
    throw invalid(
      first?.name ?? 'settings',
      `${settingOf(first?.name ?? '')?.label ?? first?.name}: it ${first?.problem}.`,
    )
  }
}

const neverOpened = () => {
  throw new Error('The test processor is not opened to check settings.')
}

const nameIn = (text: string) => /^[A-Z_]+/.exec(text)?.[0] ?? 'settings'
