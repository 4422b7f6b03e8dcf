import { isSeenByBundling, watchFiles } from '../build/run-on-change.ts'
import { type Assets, loadAssets } from './assets.ts'

/**
 * The client of development, from a folder that `bundle` writes: once a style or an island below
 * `folder` has changed it is bundled again, which takes a fifth of a start, and pages load again.
 * The server draws an island as it was at the start until there is another one. With its scope
 * nothing is watched any more.
 */
export async function openDevAssets(
  folder: string,
  bundle: () => Promise<string>,
  failed: (error: unknown) => void,
): Promise<Assets & Disposable> {
  let now = loadAssets(await bundle())
  let turn = Promise.resolve()
  const bundleAgain = async () => {
    try {
      now = loadAssets(await bundle())
    } catch (error) {
      // The previous client is served until the fault is mended.
      failed(error)
    }
  }
  const stop = watchFiles([folder], isSeenByBundling, () => {
    turn = turn.then(bundleAgain)
  })
  return {
    get manifest() {
      return now.manifest
    },
    get sheet() {
      return now.sheet
    },
    scripts: (language) => now.scripts(language),
    url: (name) => now.url(name),
    asset: (...asked) => now.asset(...asked),
    [Symbol.dispose]: stop,
  }
}
