// The pages of the desk: one chunk, so that a page asks for one file.
import '../../lib/signed-in-parts.ts'

export { default as Desk } from './groups.tsx'
export { default as Health } from './health.tsx'
export { default as BackupStep } from './setup/backup-step.tsx'
export { default as Setup } from './setup/setup.tsx'
export { default as Helpers } from './staff.tsx'
