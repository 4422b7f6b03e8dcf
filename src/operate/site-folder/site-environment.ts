import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { databaseName } from '../../platform/backup/format.ts'

type Env = Readonly<Record<string, string | undefined>>
type Service = { file: string; dataDir: string }

/** The settings of the service that install/tapedeck.service describes, and its data folder. */
const serviceSettings: Service = { file: '/etc/tapedeck.env', dataDir: '/var/lib/tapedeck/data' }

/**
 * Returns the environment of a command beside the service (rule: data-folder): where it is told no
 * folder and runs in none with a site, that of systemd's service, if this user can read its file.
 * A variable that is set for the command itself wins.
 */
export function environmentOfSite(env: Env, folder: string, { file, dataDir }: Service = serviceSettings): Env {
  if (env.DATA_DIR || existsSync(join(folder, 'data', databaseName)) || !existsSync(file)) return env
  return { DATA_DIR: dataDir, ...parseEnv(readFileSync(file, 'utf8')), ...env }
}
