import type { Ctx } from '../../context.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { storedSettings } from '../../platform/setting/stored-settings.ts'

const name = 'BACKUP_PASSPHRASE'

/**
 * Returns the passphrase of backups; undefined where none was ever set. Throws UnusableFileError
 * where the desk has set one that is not here, or that the environment switches off: then no backup
 * is written unencrypted.
 */
export function passphraseOf(ctx: Ctx): string | undefined {
  const { passphrase } = ctx.config.backup
  const { values, missing } = storedSettings(ctx)
  const isSaidToBeSet = values[name] !== undefined || missing.some((secret) => secret.name === name)
  if (passphrase !== undefined || !isSaidToBeSet) return passphrase
  const advice = 'Write it again at the desk, or remove it there: until then nothing is backed up unencrypted.'
  throw new UnusableFileError(name, 'it was set at the desk and is not here', advice)
}
