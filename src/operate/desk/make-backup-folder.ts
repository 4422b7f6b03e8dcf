import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

const field = 'BACKUP_TO'

/**
 * Makes the folder for backups where it is missing, since its owner has no shell; the folder above
 * has to be there. Throws VALIDATION where it cannot be made or written.
 */
export function makeBackupFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw invalid(field, say('This is a file. Name a folder.'))
  try {
    if (!found) mkdirSync(path, { mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const why = isAbsent ? say('The folder above it is not there.') : say('The program may not write there.')
    throw invalid(field, why, say('Name another one, or have it made for the user that runs the program.'))
  }
}
