import type { Plan } from './plan.ts'

export type MadeClip = { blob: Blob; container: Plan['container'] }
