// The pages of the desk: one chunk, so that a page asks for one file.
import '../../lib/signed-in-parts.ts'

export { default as BackupStep } from './setup/backup-step.tsx'
export { default as Setup } from './setup/setup.tsx'
