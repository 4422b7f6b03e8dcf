import { type Assets, loadAssets } from '../../src/web/assets.ts'
import { clientDir } from '../../src/web/client-dir.ts'

let loading: Promise<Assets> | undefined

/** The client as the servers under test serve it: bundled once, and only when its sources changed. */
export function testAssets(): Promise<Assets> {
  loading ??= clientDir().then(loadAssets)
  return loading
}
