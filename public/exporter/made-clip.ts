import type { Plan } from './plan.ts'

/** A made clip. */
export type MadeClip = { blob: Blob; container: Plan['container'] }
