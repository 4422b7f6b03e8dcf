import { givenState } from '../own-state.ts'
import type { Env } from './with-stored-settings.ts'

/** Serves the site anew, with the settings as they are by then. */
export type Restarting = { restart(): void }

/** What the environment sets, which no desk changes. */
export const environmentOf = givenState<Env>('environment')

/** How the site is served anew; given where it is served. */
export const restartingOf = givenState<Restarting>('way to restart')
