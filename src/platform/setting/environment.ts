import { isSecret } from './settings.ts'

export type Env = Readonly<Record<string, string | undefined>>

/**
 * Returns the settings of the environment. A blank variable sets nothing; by the name of a secret
 * it is kept, empty, and switches off the one of the desk.
 */
export const setByEnvironment = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      if (value?.trim()) return [[name, value]]
      return value !== undefined && isSecret(name) ? [[name, '']] : []
    }),
  )
