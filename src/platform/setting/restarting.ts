import { givenState } from '../own-state.ts'
import type { Env } from './with-stored-settings.ts'

/** Restarts the site with its present settings. */
export type Restarting = { restart(): void }

/** The settings of the environment, which the desk cannot change. */
export const environmentOf = givenState<Env>('environment')

/** How the site is restarted; given where it is served. */
export const restartingOf = givenState<Restarting>('way to restart')
