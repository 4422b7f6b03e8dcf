import { type Assets, loadAssets } from '../../../src/platform/client/assets.ts'
import { clientDir } from '../../../src/platform/client/client-dir.ts'

let loading: Promise<Assets> | undefined

/**
 * The client as the servers under test serve it: bundled once, and only when its sources changed.
 */
export function testAssets(): Promise<Assets> {
  loading ??= clientDir().then(loadAssets)
  return loading
}
