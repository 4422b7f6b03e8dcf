import { type Config, ConfigError, readConfig } from '../../config.ts'
import { type Env, setByEnvironment } from './environment.ts'
import { inForce, type StoredSettings } from './stored-settings.ts'

/**
 * Returns the configuration with the settings of the desk, overridden by the environment. Throws
 * ConfigError when the two contradict each other.
 */
export function withStoredSettings(given: Config, settings: StoredSettings, env: Env): Config {
  const environment = setByEnvironment(env)
  const stored = inForce(settings, environment)
  if (Object.keys(stored).length === 0) return given
  try {
    return differing(given, stored, environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const at = ({ name }: { name: string }) => (name in stored && !environment[name] ? ' (it is set at /desk)' : '')
    throw new ConfigError(error.faults.map((fault) => ({ ...fault, problem: fault.problem + at(fault) })))
  }
}

/** Takes over what stored settings change; values of the command line or a test stay. */
function differing(given: Config, stored: Env, environment: Env): Config {
  const { addressName, domain } = given
  const plain = readConfig(environment, addressName, domain)
  const whole = readConfig({ ...stored, ...environment }, addressName, domain)
  const changed = Object.entries(whole).filter(([name, value]) => !Bun.deepEquals(value, Reflect.get(plain, name)))
  return { ...given, ...Object.fromEntries(changed) }
}
