import { version as packageVersion } from '../package.json'

/** The program's version, of package.json. */
export const version: string = packageVersion
