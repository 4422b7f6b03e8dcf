import type { Db } from '../../../db/open.ts'
import { type Config, ConfigError, readConfig } from '../../config.ts'
import { storedSettings } from './stored-settings.ts'

/** The environment of the process. */
export type Env = Readonly<Record<string, string | undefined>>

/** Returns the settings of the environment: a blank variable sets nothing. */
export const setByEnvironment = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

/**
 * Returns the configuration with the settings of the desk, overridden by the environment. The demo
 * has no desk. Throws ConfigError when the two contradict each other.
 */
export function withStoredSettings(db: Db, given: Config, env: Env | undefined): Config {
  if (env === undefined || given.addressName === 'DEMO_URL') return given
  const stored = storedSettings(db, given.dataDir)
  if (Object.keys(stored).length === 0) return given
  try {
    return differing(given, stored, env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const at = ({ name }: { name: string }) => (name in stored && !env[name]?.trim() ? ' (it is set at /desk)' : '')
    throw new ConfigError(error.faults.map((fault) => ({ ...fault, problem: fault.problem + at(fault) })))
  }
}

/**
 * Values from the command line or a test stay unchanged: only what the stored settings change is
 * taken over.
 */
function differing(given: Config, stored: Env, env: Env): Config {
  const { addressName, domain } = given
  const plain = readConfig(env, addressName, domain)
  const whole = readConfig({ ...stored, ...setByEnvironment(env) }, addressName, domain)
  const changed = Object.entries(whole).filter(([name, value]) => !Bun.deepEquals(value, Reflect.get(plain, name)))
  return { ...given, ...Object.fromEntries(changed) }
}
