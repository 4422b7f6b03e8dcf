import { version as packageVersion } from '../../package.json'

/** Constants written into an executable when it is built. */
export type Built = {
  version: string
  /** The machines that it runs on, such as `linux-x64-musl` (platform/build/release/targets.ts). */
  target: string
  /** The public key that signed its release, in the form of minisign; null for any other build. */
  releaseKey: string | null
}

declare const BUILT: Built | undefined
const built = typeof BUILT === 'undefined' ? undefined : BUILT

export const version: string = built?.version ?? packageVersion

/** This executable's target and the key of its releases; undefined from the sources. */
export const builtFor: Pick<Built, 'target' | 'releaseKey'> | undefined = built
