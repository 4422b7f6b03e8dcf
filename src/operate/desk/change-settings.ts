import { inTransaction } from '../../../db/commits.ts'
import { isSeenByAll } from '../../casset/access/visible-casset.ts'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { numberText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import { codePoints, cutText } from '../../lib/text/code-points.ts'
import { pictureOf } from '../../platform/asset/picture/picture-of.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { createProcessor, PaymentSetupError, type Processor } from '../../platform/payment/processor.ts'
import { environmentOf, restartingOf } from '../../platform/setting/restarting.ts'
import { asAtDesk, labelOf } from '../../platform/setting/setting-words.ts'
import { isSecret, type Setting, settingOf, settings } from '../../platform/setting/settings.ts'
import {
  afterChanges,
  changeOf,
  inForce,
  newestChangeIds,
  type SettingChange,
  storedSettings,
  storeSettings,
} from '../../platform/setting/stored-settings.ts'
import { forgetFailedBackups } from '../backup/nightly-backup.ts'
import { hasBlanks } from './legal/draft.ts'
import type { SettingsPatch } from './model.ts'
import { reachedAt } from './reached-at.ts'
import { mayInsist, requireSameMode, requireUsableKeys } from './require-usable-keys.ts'
import { tryBackupPlace } from './try-backup-place.ts'
import { tryMailServer } from './try-mail-server.ts'

type Author = Pick<Viewer, 'userId'>

/**
 * Changes settings, all or none, and serves the site with them from the next request on. Throws
 * VALIDATION for the first one that is wrong, by its name, and BAD_STATE for one that the
 * environment sets. `requireStill` throws where the author may not do this any more (rule:
 * owner-settings).
 */
export async function changeSettings(
  ctx: Ctx,
  author: Author,
  { settings: asked, anyway }: SettingsPatch,
  requireStill: () => void,
) {
  const changes = asked.map(readChange(ctx))
  const names = new Set(changes.map(({ setting }) => setting.name))
  if (names.size < changes.length) throw invalid('settings', say('Each setting can be changed once at a time.'))
  requireUnchanged(ctx, asked)
  requireWholeTexts(changes)
  requireSecretsAgain(ctx, changes)
  const { processor, backup, ...mail } = requireUsable(ctx, changes)
  const startPage = valueIn(changes, 'START_PAGE')
  if (startPage && !isSeenByAll(ctx, startPage))
    throw invalid('START_PAGE', say('There is no page of this handle that everybody sees.'), say('Publish it first.'))
  const picture = valueIn(changes, 'SITE_PICTURE')
  if (picture && !pictureOf(ctx, picture))
    throw invalid('SITE_PICTURE', say('There is no such picture.'), say('Upload it first.'))
  const address = valueIn(changes, 'BASE_URL')
  if (address && !anyway && !(await reachedAt(address))) {
    const hint = say(
      'Check the name, its DNS record and the proxy; or set it anyway, if this machine cannot reach itself by it.',
    )
    const detail = { field: 'BASE_URL', hint, more: mayInsist }
    throw new AppError('VALIDATION', say('The site was not reached at this address.'), detail)
  }
  const hasKeys = keyNames.some((name) => valueIn(changes, name))
  if (processor && hasKeys) await requireKeys(ctx, processor, anyway ?? false)
  if (valueIn(changes, 'SMTP_URL') && !anyway) await tryMailServer(mail)
  const isOfBackups = changes.some(({ setting }) => leadsToBackups.test(setting.name))
  if (isOfBackups) await tryBackupPlace(ctx, backup, anyway ?? false)
  inTransaction(ctx.db, () => {
    requireStill()
    requireUnchanged(ctx, asked)
    storeSettings(ctx, changes, author.userId)
    if (isOfBackups) forgetFailedBackups(ctx)
  })
  ctx.log.info('settings changed', { names: [...names].join(' ') })
  await restartingOf(ctx).restart()
}

/**
 * Sets a setting to what it was before its newest change. Throws NOT_FOUND, and BAD_STATE for an
 * older change and for a secret, which is kept nowhere.
 */
export async function undoChange(ctx: Ctx, author: Author, id: string, requireStill: () => void): Promise<void> {
  const found = changeOf(ctx, id)
  const setting = found && settingOf(found.change.name)
  if (!setting) throw notFound('change')
  if (isSecret(setting.name)) throw new AppError('BAD_STATE', say('A secret is not kept once it was replaced.'))
  const value = found.before?.isSet ? found.before.value : null
  const settings = [{ name: setting.name, value, change: id }]
  await changeSettings(ctx, author, { settings, anyway: true }, requireStill)
}

const leadsToBackups = /^BACKUP_(?:TO|PASSPHRASE|S3_)/

const keyNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY']

/** Throws BAD_STATE unless the owner insists, and VALIDATION even then for keys that are wrong. */
async function requireKeys(ctx: Ctx, processor: Processor, isInsisting: boolean): Promise<void> {
  try {
    await requireUsableKeys(ctx, processor)
  } catch (error) {
    if (!(isInsisting && error instanceof AppError && error.code === 'BAD_STATE')) throw error
  }
}

/** Throws BAD_STATE where somebody changed a setting after it was shown. */
function requireUnchanged(ctx: Ctx, asked: SettingsPatch['settings']): void {
  const newest = newestChangeIds(ctx)
  const stale = asked.find(({ name, change }) => change !== undefined && change !== (newest.get(name) ?? null))
  if (!stale) return
  const label = labelOf(stale.name)
  const hint = say('Load the page again to see what it is now.')
  throw new AppError('BAD_STATE', say('Somebody else has just changed this: {label}.', { label }), {
    field: stale.name,
    hint,
  })
}

/** Throws VALIDATION for a draft whose blanks were not filled in. */
function requireWholeTexts(changes: readonly SettingChange[]): void {
  const draft = changes.find(({ setting, value }) => setting.kind === 'text' && value !== null && hasBlanks(value))
  if (draft) throw invalid(draft.setting.name, say('Fill in what stands between [[ and ]] first, or take it out.'))
}

/** Throws VALIDATION for another address to which a secret of the desk would be sent unseen. */
function requireSecretsAgain(ctx: Ctx, changes: readonly SettingChange[]): void {
  const { values } = storedSettings(ctx)
  for (const { setting, value } of changes) {
    const sent = settings.find(({ name, sentTo }) => sentTo === setting.name && values[name] !== undefined)
    if (sent === undefined || value === null || value === values[setting.name]) continue
    if (changes.some(({ setting: { name } }) => name === sent.name)) continue
    throw invalid(sent.name, say('Write this secret again: it goes to the new address.'))
  }
}

/** Of a text as much as it is read (rule: site-name); else more than any value has. */
const mostOf = ({ kind }: Setting): number => (kind === 'text' ? 50_000 : 4_000)

const readChange =
  (ctx: Ctx) =>
  ({ name, value }: SettingsPatch['settings'][number]): SettingChange => {
    const setting = settingOf(name)
    if (!setting) throw invalid('settings', say('The desk cannot set "{name}".', { name }))
    if (environmentOf(ctx)[name] !== undefined) {
      const hint = say('Change it there and start the program again.')
      throw new AppError('BAD_STATE', say('{name} is set by the environment, which wins.', { name }), {
        field: name,
        hint,
      })
    }
    if (value !== null && codePoints(value) > mostOf(setting)) {
      const most = numberText(mostOf(setting))
      throw invalid(name, say('Use at most {most} characters.', { most }))
    }
    return { setting, value: value?.trim() || null }
  }

const valueIn = (changes: readonly SettingChange[], name: string) =>
  changes.find(({ setting }) => setting.name === name)?.value

type Usable = Pick<Config, 'backup' | 'smtpUrl' | 'mailFrom'> & { processor: Processor | undefined }

/**
 * Throws VALIDATION where the site could not start with these settings. Returns the processor that
 * it would have at Stripe, its mail server, and where its backups would go.
 */
function requireUsable(ctx: Ctx, changes: readonly SettingChange[]): Usable {
  try {
    const environment = environmentOf(ctx)
    const present = { ...inForce(afterChanges(storedSettings(ctx), changes), environment), ...environment }
    const [secretKey, publishableKey] = keyNames.map((name) => present[name])
    if (secretKey && publishableKey) requireSameMode(secretKey, publishableKey)
    const config = readConfig(present, ctx.config.addressName, ctx.config.domain)
    const { payments, stripe, backup, smtpUrl, mailFrom } = config
    const usable = { backup, smtpUrl, mailFrom, processor: undefined }
    if (payments !== 'stripe') return usable
    const processor = createProcessor({
      payments,
      ...stripe,
      apiBase: ctx.config.stripe.apiBase,
      retries: 0,
      nowMs: ctx.now,
      random: ctx.random,
      openTest: neverOpened,
    })
    return { ...usable, processor }
  } catch (error) {
    if (error instanceof PaymentSetupError) throw invalid(nameIn(error.message), error.message)
    if (!(error instanceof ConfigError)) throw error
    const [first] = error.faults
    throw invalid(
      first?.name ?? 'settings',
      say('{label}: it {problem}.', {
        label: labelOf(first?.name ?? ''),
        // It has the value, which may be long.
        problem: cutText(asAtDesk(String(first?.problem)), 300),
      }),
    )
  }
}

const neverOpened = () => {
  throw new Error('The test processor is not opened to check settings.')
}

const nameIn = (text: string) => /^[A-Z_]+/.exec(text)?.[0] ?? 'settings'
