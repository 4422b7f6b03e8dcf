import { version as packageVersion } from '../../package.json'

/** What is written into an executable when it is built. */
export type Built = {
  version: string
  /** The machines that it runs on, such as `linux-x64-musl` (platform/build/targets.ts). */
  target: string
  /**
   * The public key of whoever signed the release that it is part of, as minisign writes it; null
   * for any other build.
   */
  releaseKey: string | null
}

declare const BUILT: Built | undefined
const built = typeof BUILT === 'undefined' ? undefined : BUILT

/** The program's version. */
export const version: string = built?.version ?? packageVersion

/**
 * The target that this executable was built for, and the key of its releases; undefined from the
 * sources.
 */
export const builtFor: Pick<Built, 'target' | 'releaseKey'> | undefined = built
